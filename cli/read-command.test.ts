import { describe, expect, it } from 'vitest';
import { readCommand } from './read-command.ts';
import { COMMANDS, USAGE, usageOf } from './usage.ts';

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
  UNIT: 'mg/kg',
  DATABASE_URL: 'postgres://db',
  DATABASE_OWNER_URL: 'postgres://owner@db',
};

/** A command with all that it needs, or with all that it may have. */
function example(takes: string, isLong: boolean): string {
  const shown = isLong ? takes : takes.replaceAll(/\[[^\]]*\]/g, '');
  return shown
    .replaceAll(/[[\]]|\s\|(?=\s)/g, '')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => SOME[word] ?? word.replace('N=WHAT', '7=blank').split('|')[0])
    .join(' ');
}

describe('a command', () => {
  it.each(COMMANDS)('is understood as its help writes it: %s', (takes) => {
    for (const isLong of [false, true]) {
      const line = example(takes, isLong);
      expect(read(line), line).toMatchObject({ name: takes.split(' ')[0] });
    }
  });

  it.each(COMMANDS)('gives its own help and nothing else: %s', (takes, does) => {
    const own = usageOf([[takes, does]]);
    const [name = ''] = takes.split(' ');
    for (const line of [`${example(takes, false)} --help`, `${name} -h`, `help ${name}`]) {
      expect(read(line), line).toMatchObject({
        exitCode: 0,
        message: expect.stringContaining(own),
      });
      expect(read(line), line).not.toMatchObject({ message: expect.stringContaining('COMMAND') });
    }
  });

  it.each(COMMANDS)('takes no other option and no further word: %s', (takes) => {
    const line = example(takes, true);
    expect(refusal(`${line} --fast`).sentence).toBe("Unknown option '--fast'.");
    expect(refusal(`${line} one more`)).toMatchObject({ exitCode: 2, sentence: /./ });
  });

  it('hands on its words and the values of its options', () => {
    expect(read('mails retry ID')).toMatchObject({ words: ['retry', 'ID'] });
    expect(read('erase-again --since 2026-11-21T15:04:05Z')).toMatchObject({
      values: new Map([['since', '2026-11-21T15:04:05Z']]),
    });
    expect(read('release --fewer-rows')).toMatchObject({ values: new Map([['fewer-rows', '']]) });
    expect(read('refund-unfunded --yes=1f')).toMatchObject({ values: new Map([['yes', '1f']]) });
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
  expect(readCommand([])).toEqual({ exitCode: 2, message: USAGE });
  expect(readCommand(['--help'])).toEqual({ exitCode: 0, message: USAGE });
  expect(readCommand(['help'])).toEqual({ exitCode: 0, message: USAGE });
  expect(refusal('dance --help').sentence).toBe('There is no command "dance".');
});
