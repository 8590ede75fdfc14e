import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** An older version of the program, built and ready to start in a folder of its own. */
export interface OlderProgram {
  folder: string;
  commit: string;
  version: string;
}

/** The last tag of an older version or, without one, the newest commit whose version is older. */
export function commitBefore(): string {
  const own = versionAt();
  const tags = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n').filter(Boolean);
  const tag = tags.find((one) => versionAt(one) !== own);
  if (tag) return tag;
  const commits = git('log', '--format=%H', '--', 'package.json').split('\n').filter(Boolean);
  const at = commits.findIndex((commit) => versionAt(commit) !== own);
  if (at === -1) throw new Error('No older version is known here. Name one: --from COMMIT.');
  return at === 0 ? 'HEAD' : `${commits[at - 1]}^`;
}

/** Takes the program of a commit out of the repository, with what it depends on, and builds it. */
export function takeOut(commit: string, folder: string, say: (line: string) => void): OlderProgram {
  const hash = git('rev-parse', '--verify', `${commit}^{commit}`).trim();
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', hash], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const modules = path.join(folder, 'node_modules');
  if (dependenciesIn(folder) === dependenciesIn('.')) {
    symlinkSync(path.resolve('node_modules'), modules);
  } else {
    say('installing what it depends on');
    // This command runs as in production, where npm leaves out what a build takes.
    run(folder, 'npm', 'ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline');
  }
  say('building it');
  run(folder, process.execPath, 'cli/run.cjs', 'build');
  rmSync(path.join(folder, 'data'), { recursive: true, force: true });
  return { folder, commit: hash.slice(0, 7), version: versionAt(hash) };
}

/** All that is installed, but for the program itself. */
function dependenciesIn(folder: string): string {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  return JSON.stringify({ ...packages, '': undefined });
}

function versionAt(commit?: string): string {
  const text = commit
    ? git('show', `${commit}:package.json`)
    : readFileSync('package.json', 'utf8');
  return JSON.parse(text).version;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function run(cwd: string, command: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.\n${stdout}\n${stderr}`);
}
