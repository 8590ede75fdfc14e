import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCommand } from '#cli/commands/read-command.ts';

const { PATH, HOME } = process.env;
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

/** What people are told to type, each once: in text between backticks, and in blocks of a shell. */
const typed = new Set(
  globSync(['*.md', 'docs/*.md', 'sandbox/**/*.md', '.env.example', 'deploy/**/*'], {
    exclude: ['CHANGELOG.md', 'docs/log-format.md', 'deploy/**/*.json'],
  })
    .filter((file) => /\.\w+$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block]) =>
        block!.replaceAll('\\\n', ' ').split('\n'),
      );
      return [...blocks, ...text.matchAll(/`([^`\n]+)`/g)].map((one) =>
        (typeof one === 'string' ? one : one[1]!).replace(/\s#.*/, '').trim(),
      );
    }),
);
const words = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);

/** The arguments of what is told of a script, each once. */
const argumentsOf = (script: string) =>
  [...typed].flatMap((line) => {
    const said = /^npm (?:run )?(?:-s )?([\w:]+)(?: -- (.*))?$/.exec(line);
    return said?.[1] === script ? [said[2] ?? ''] : [];
  });

it('every npm script that documents name is there, and each that is there is named', () => {
  const named = new Set(
    [...typed].flatMap((line) => /^npm run (?:-s )?([\w:]+)/.exec(line)?.[1] ?? []),
  );
  for (const [, name] of readFileSync('docs/commands.md', 'utf8').matchAll(/`npm (test|start)`/g)) {
    named.add(name!);
  }
  expect([...named].toSorted()).toEqual(Object.keys(scripts).toSorted());
});

it('every openassay command that documents tell to type is understood', () => {
  const lines = [...typed].flatMap((line) => {
    const said = /^(?:npm run (?:-s )?openassay --|openassay) (?!COMMAND)(.*)$/;
    return line.split(' && ').flatMap((one) => said.exec(one)?.[1] ?? []);
  });
  expect(lines.length).toBeGreaterThan(40);
  const odd = lines.flatMap((line) => {
    // Prose names a command without all that it takes.
    const asked = readCommand(words(line.replace('EMAIL', 'you@example.org')));
    const isOdd =
      'message' in asked && asked.exitCode !== 0 && !/^(Missing r|R)equired /.test(asked.message);
    return isOdd ? [`${line}: ${asked.message.split('\n')[0]}`] : [];
  });
  expect(odd).toEqual([]);
});

/** What is started without a name, or with one that is none: it reads all that it may start, and says what there is. */
const NAMES: [script: string, args: string[], code: number, says: RegExp][] = [
  ['drill', [], 2, /^Which drill\? npm run drill -- (.+)\n$/],
  ['bench', ['nothing'], 2, /^Which benchmark\? npm run bench -- (.+)\n$/],
  ['fuzz', ['--only', 'nothing'], 1, /^openassay: --only takes (.+), not nothing\n$/],
  ['chaos', ['--seconds', '0'], 1, /^openassay: --seconds takes a whole number above 0, not 0\n$/],
  ['release', [], 1, /^openassay: which version\? npm run release -- 0\.N\.P\n$/],
];
describe.each(NAMES)('npm run %s', (script, args, code, says) => {
  it('starts, and says what it takes; whatever documents name of it is there', () => {
    const ran = spawnSync('npm', ['run', '-s', script, '--', ...args], {
      encoding: 'utf8',
      env: { PATH, HOME },
    });
    expect(ran).toMatchObject({ status: code, stderr: expect.stringMatching(says) });
    const names = says.exec(ran.stderr)?.[1]?.split(/ \| |, (?:or )?/);
    if (!names || script === 'fuzz') return;
    const named = argumentsOf(script).map((text) => text.split(' ')[0]!);
    expect(names).toEqual(expect.arrayContaining(named.filter((name) => /^[a-z]/.test(name))));
  });
});
