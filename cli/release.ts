import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { headed } from './headed-changes.ts';

/**
 * `npm run release -- 0.N.P`: makes what a tag holds, where everything is committed and passes
 * `npm test -- release`: the number, the changes under it, the last migration in `db/released.json`,
 * and the rows of this version for the tests of the next one's migrations. What is left is to read it, to commit, and to tag.
 */
const [version = ''] = process.argv.slice(2);
const [, minor] = /^0\.(\d+)\.\d+$/.exec(version) ?? [];
if (!minor) throw new Error('which version? npm run release -- 0.N.P');
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8' });
if (run('git', 'status', '--porcelain') !== '') throw new Error('commit or discard changes first');

execFileSync('npm', ['test', '--', 'release'], { stdio: 'inherit' });

const change = (file: string, edit: (text: string) => string) =>
  writeFileSync(file, edit(readFileSync(file, 'utf8')));

change('CHANGELOG.md', (text) => headed(text, version, new Date().toISOString().slice(0, 10)));
run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');

const files = readdirSync('db/migrations')
  .filter((name) => name.endsWith('.sql'))
  .toSorted();
const hash = createHash('sha256');
for (const file of files) hash.update(file).update(readFileSync(`db/migrations/${file}`, 'utf8'));
const last = files.at(-1)?.replace(/\.sql$/, '');
change('db/released.json', (text) => {
  const before = JSON.parse(text) as { version: string }[];
  const others = before.filter((one) => one.version !== version);
  const released = [...others, { version, last, sha256: hash.digest('hex') }];
  return `${JSON.stringify(released, null, 2)}\n`;
});

const rows = `test/data/versions/0.${minor}.json.gz`;
const drill = ['run', '-s', 'drill', '--', 'upgrade', '--from', 'HEAD', '--keep', rows];
execFileSync('npm', drill, { stdio: 'inherit' });
console.log(
  `Read the changes, then: git commit -am ${version} && git tag -a v${version} -m ${version}`,
);
