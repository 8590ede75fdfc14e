import { describe, expect, it } from 'vitest';
import { readCommand } from './read-command.ts';
import type { CommandRecord, Value } from './command.ts';
import { COMMANDS } from './all-commands.ts';
import { optionFlag, usageOf, wholeUsage } from './usage.ts';

/** A command line in one string, without quotes. */
const read = (line: string) => readCommand(line.split(' '));

/** What is said of a command line that is not understood, and the usage below it. */
function refusal(line: string) {
  const given = read(line);
  if (!('message' in given)) throw new Error(`${line} is understood`);
  const [sentence, ...usage] = given.message.split('\n\n');
  return { exitCode: given.exitCode, sentence, usage: usage.join('\n\n') };
}

/** The values that stand for those of the help. */
const SOME: Record<string, string> = {
  CODE: '0093',
  EMAIL: 'a@b.org',
  DAYS: '9',
  DATABASE_URL: 'postgres://db',
  DATABASE_OWNER_URL: 'postgres://owner@db',
};
const some = ({ shown, choices = [shown] }: Value) => SOME[shown] ?? choices[0];

/** A command with all that it needs, or with all that it may have. */
function example({ words, args, options }: CommandRecord, isLong: boolean): string {
  const isTyped = ({ isOptional }: Value) => isLong || !isOptional;
  const typed = Object.entries(options).filter(([, value]) => isTyped(value));
  return [
    words,
    ...Object.values(args).filter(isTyped).map(some),
    ...typed.flatMap(([name, value]) => [optionFlag(name), value.shown && some(value)]),
  ]
    .filter(Boolean)
    .join(' ');
}

const all = COMMANDS.map((command) => [usageOf([command]).trim().split('\n')[0], command] as const);

describe('a command', () => {
  it.each(all)('is understood as its help writes it: %s', (_, command) => {
    for (const isLong of [false, true]) {
      const line = example(command, isLong);
      expect(read(line), line).toMatchObject({ command });
    }
  });

  it.each(all)('gives its own help and nothing else: %s', (_, command) => {
    const own = usageOf([command]);
    const [name = ''] = command.words.split(' ');
    for (const line of [`${example(command, false)} --help`, `${name} -h`, `help ${name}`]) {
      expect(read(line), line).toMatchObject({
        exitCode: 0,
        message: expect.stringContaining(own),
      });
      expect(read(line), line).not.toMatchObject({ message: expect.stringContaining('COMMAND') });
    }
  });

  it.each(all)('takes no other option and no further word: %s', (_, command) => {
    const line = example(command, true);
    expect(refusal(`${line} --fast`).sentence).toBe("Unknown option '--fast'.");
    expect(refusal(`${line} one more`)).toMatchObject({ exitCode: 2, sentence: /./ });
  });

  it('hands on what its arguments and options are read as', () => {
    expect(read('mails retry ID')).toMatchObject({ given: { id: 'ID' } });
    const since = new Date('2026-11-21T15:04:05Z');
    expect(read('erase-again --since 2026-11-21T15:04:05Z')).toMatchObject({ given: { since } });
    expect(read('release --fewer-rows')).toMatchObject({ given: { fewerRows: true } });
    expect(read('release')).toMatchObject({ given: { fewerRows: false } });
    expect(read('refund-unfunded --yes=1f')).toMatchObject({ given: { yes: '1f' } });
    expect(read('admins add A@B.org')).toMatchObject({
      given: { change: 'add', email: 'a@b.org' },
    });
    expect(read('refund product 0093 --reason removed')).toMatchObject({ given: { code: 93 } });
  });
});

it.each([
  ['audit now', 'Too many arguments. Expected 0 arguments but got 1: now.'],
  ['disputes one two', 'Too many arguments. Expected 0 arguments but got 2: one, two.'],
  ['figures', "Missing required argument 'FILE'."],
  ['ledger', "Missing required argument 'check'."],
  ['admins add notanemail', /'notanemail' is invalid .* It is not an email address\.$/],
  ['admins promote a@b.org', /^Too many arguments/],
  ['refunds lost', /'lost' is invalid .* Allowed choices are failed\.$/],
  ['refund product 93', "Required option '--reason <removed|untestable>' not specified."],
  ['refund product 93 --reason', "Option '--reason <removed|untestable>' argument missing."],
  ['refund product 93 --reason --note x', /'--note' is invalid/],
  ['refund grant one --note --anyway', /'--anyway' is invalid\. Write it after a "="\.$/],
  ['refund decline one --note=', /It is empty\.$/],
  [
    'refund product 93 --reason whatever',
    /'whatever' is invalid\. Allowed choices are removed, untestable\.$/,
  ],
  ['import FILE --product abc', /It is not the code of a product, which is a number\.$/],
  ['events abc', /It is not a number of days from 1 to 400\.$/],
  [
    'reconcile --since yesterday',
    /It is not a moment with its zone, such as 2026-11-21T15:04:05Z\.$/,
  ],
])('says of "%s" what is not understood, with the help of that command', (line, sentence) => {
  const [name = ''] = line.split(' ');
  const refused = refusal(line);
  expect(refused.exitCode).toBe(2);
  expect(refused.sentence).toMatch(sentence);
  expect(refused.usage).toMatch(new RegExp(`^ {2}${name}`));
  const others = refused.usage.split('\n').filter((at) => /^ {2}\S/.test(at));
  expect(others.filter((at) => at.trim().split(' ')[0] !== name)).toEqual([]);
});

it('shows all commands where it knows none of the name', () => {
  expect(readCommand([])).toEqual({ exitCode: 2, message: wholeUsage() });
  expect(readCommand(['--help'])).toEqual({ exitCode: 0, message: wholeUsage() });
  expect(readCommand(['help'])).toEqual({ exitCode: 0, message: wholeUsage() });
  expect(refusal('dance --help').sentence).toBe('There is no command "dance".');
});
