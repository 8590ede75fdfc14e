import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** An older version of the program, built and ready to start in a folder of its own. */
export interface OlderProgram {
  folder: string;
  commit: string;
  version: string;
}

/** The last tag of another version than this one. */
export function lastTag(ownVersion: string): string {
  const tags = run('.', 'git', 'tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  const tag = tags.find((one) => one !== '' && versionAt(one) !== ownVersion);
  if (!tag) throw new Error('No older version is tagged here. Name a commit: --from COMMIT.');
  return tag;
}

/** Takes the program of a commit out of the repository, with what it depends on, and builds it. */
export function takeOut(commit: string, folder: string, say: (line: string) => void): OlderProgram {
  const hash = run('.', 'git', 'rev-parse', '--verify', `${commit}^{commit}`).trim();
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', hash], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  say('installing what it depends on');
  // This command runs as in production, where npm leaves out what a build takes.
  run(folder, 'npm', 'ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline');
  say('building it');
  run(folder, process.execPath, 'cli/run.cjs', 'build');
  rmSync(path.join(folder, 'data'), { recursive: true, force: true });
  return { folder, commit: hash.slice(0, 7), version: versionAt(hash) };
}

function versionAt(commit: string): string {
  return JSON.parse(run('.', 'git', 'show', `${commit}:package.json`)).version;
}

function run(cwd: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
