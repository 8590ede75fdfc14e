import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** An older version of the program, built and ready to start in a folder of its own. */
export interface OlderProgram {
  folder: string;
  commit: string;
  version: string;
}

/**
 * The version that a site comes from, and goes back to: the last of `db/released.json` that this is not,
 * by its tag, or else as it was before the first migration after it.
 */
export function versionBefore(): string {
  const released = JSON.parse(readFileSync('db/released.json', 'utf8')) as Released[];
  const head = run('.', 'git', 'rev-parse', 'HEAD');
  for (const { version, last } of released.toReversed()) {
    const tagged = run('.', 'git', 'tag', '--list', `v${version}`).trim();
    if (tagged && run('.', 'git', 'rev-parse', `${tagged}^{commit}`) !== head) return tagged;
    const next = readdirSync('db/migrations')
      .toSorted()
      .find((name) => name > `${last}.sql`);
    if (tagged || !next?.endsWith('.sql')) continue;
    const added = ['log', '-1', '--diff-filter=A', '--format=%H', '--', `db/migrations/${next}`];
    return `${run('.', 'git', ...added).trim()}^`;
  }
  throw new Error('No released version is in this repository. Name a commit: --from COMMIT.');
}

interface Released {
  version: string;
  last: string;
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
