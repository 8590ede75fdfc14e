import { parseArgs } from 'node:util';
import { z } from 'zod';
import { normaliseEmail } from '#app/kit/text.ts';
import { COMMANDS, USAGE, usageOf } from './usage.ts';

/** A command line that is understood. */
interface Given {
  name: string;
  /** All that follows the name, as it was typed. */
  rest: string[];
  /** What of it is neither an option nor an option's value. */
  words: string[];
  /** Of each option, '' where it takes none; where one is given twice, the last. */
  values: ReadonlyMap<string, string>;
  /** The help of this command alone. */
  usage: string;
}

/** What is printed instead of running anything: help (0), or what is not understood (2). */
interface NotGiven {
  exitCode: 0 | 2;
  said: string;
}

interface Shape {
  /** How the help writes a value: `FILE`, `2026-11-21`, `add|remove`. */
  shape: string;
  isNeeded: boolean;
}

interface Command {
  /** Its name and what follows it, in order. */
  words: Shape[];
  /** Those without a value have the shape ''. */
  options: ReadonlyMap<string, Shape>;
  help: (typeof COMMANDS)[number];
}

/** Values that are looked at before anything runs, by how the help writes them. */
const VALUES: Record<string, { is: (text: string) => boolean; isNot: string }> = {
  CODE: {
    is: (text) => /^0*[1-9]\d{0,8}$/.test(text),
    isNot: 'is not the code of a product, which is a number',
  },
  EMAIL: {
    is: (text) => z.email().safeParse(normaliseEmail(text)).success,
    isNot: 'is not an email address',
  },
  DAYS: {
    is: (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 400,
    isNot: 'is not a number of days from 1 to 400',
  },
  '2026-11-21T15:04:05Z': {
    is: (text) => /(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(new Date(text).getTime()),
    isNot: 'is not a moment with its zone, such as 2026-11-21T15:04:05Z',
  },
};

/**
 * Reads a command line by what the help says of its command, before a database starts or anything is
 * touched. Gives the help where it is asked for, and a sentence where something is not understood.
 */
export function readCommand(args: readonly string[]): Given | NotGiven {
  const [name, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  if (name === undefined) return { exitCode: 2, said: USAGE };
  if (isHelp(name)) return { exitCode: 0, said: USAGE };
  const own = COMMANDS.map(commandOf).filter(({ words }) => words[0]?.shape === name);
  if (own.length === 0) return misunderstood(`There is no command ${JSON.stringify(name)}.`, USAGE);
  const { words, options } = typed(rest, own);
  const named = own.find((one) => words[0] && choicesOf(one.words[1])?.includes(words[0]));
  const usage = usageOf((named ? [named] : own).map(({ help }) => help));
  if (rest.some(isHelp)) return { exitCode: 0, said: usage };
  const title = named ? `${name} ${words[0]}` : name;
  const trouble = troubleWith(named ? [named] : own, title, [name, ...words], options);
  if (trouble) return misunderstood(trouble, usage);
  const values = new Map(options.map((one) => [one.name, one.value ?? '']));
  return { name, rest, words, values, usage };
}

export function misunderstood(sentence: string, usage: string): NotGiven {
  return { exitCode: 2, said: `${sentence}\n\n${usage}` };
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function commandOf(help: (typeof COMMANDS)[number]): Command {
  const words: Shape[] = [];
  const options = new Map<string, Shape>();
  let isNeeded = true;
  let option: Shape | undefined;
  for (const token of help[0].split(/\s+/)) {
    if (token.startsWith('[')) isNeeded = false;
    const shape = token.replaceAll(/^\[|\]$/g, '');
    if (shape.startsWith('--')) {
      option = { shape: '', isNeeded };
      options.set(shape.slice(2), option);
    } else {
      if (option) option.shape = shape === '|' ? '' : shape;
      else words.push({ shape, isNeeded });
      option = undefined;
    }
    if (token.endsWith(']')) [isNeeded, option] = [true, undefined];
  }
  return { words, options, help };
}

interface Option {
  name: string;
  /** As it was typed, with its dashes. */
  rawName: string;
  value: string | undefined;
}

function typed(args: string[], commands: readonly Command[]) {
  const known = commands.flatMap(({ options }) => [...options]);
  const { tokens, positionals } = parseArgs({
    args,
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      known.map(([name, { shape }]) => [name, { type: shape === '' ? 'boolean' : 'string' }]),
    ),
  });
  const options = tokens.flatMap((token): Option[] => {
    if (token.kind !== 'option') return [];
    const { name, rawName, inlineValue, value } = token;
    // An option that follows is no value; one that begins with a dash is written after a "=".
    return [{ name, rawName, value: !inlineValue && value?.startsWith('-') ? undefined : value }];
  });
  return { words: positionals, options };
}

/** What is not understood of a command that is one of these; undefined where all of it is. */
function troubleWith(
  commands: readonly Command[],
  title: string,
  typedWords: readonly string[],
  options: readonly Option[],
): string | undefined {
  const fitting = commands.find((one) => !troubleWithWords(one, typedWords));
  const open = commands.find(({ words: [, second] }) => second && !choicesOf(second));
  const command = fitting ?? open ?? (commands.length === 1 ? commands[0] : undefined);
  for (const option of options) {
    const trouble = troubleWithOption(command ? [command] : commands, title, option);
    if (trouble) return trouble;
  }
  if (!command) {
    const choices = commands.flatMap(({ words }) => choicesOf(words[1]) ?? []);
    return notWritten(choices, title, typedWords[1]);
  }
  const trouble = troubleWithWords(command, typedWords);
  if (trouble) return trouble;
  for (const [name, { isNeeded }] of command.options) {
    const given = options.filter((option) => option.name === name);
    if (isNeeded && given.length === 0) return `--${name} is missing.`;
    if (isNeeded && given.some(({ value }) => value?.trim() === '')) return `--${name} is empty.`;
  }
  return undefined;
}

function troubleWithOption(
  commands: readonly Command[],
  title: string,
  { name, rawName, value }: Option,
): string | undefined {
  const known = commands.flatMap(({ options }) => options.get(name) ?? [])[0];
  if (!known) return `${title} takes no ${rawName}.`;
  if (known.shape === '') return value === undefined ? undefined : `${rawName} takes no value.`;
  return value === undefined
    ? `${rawName} needs a value.`
    : troubleWithValue(known, rawName, value);
}

function troubleWithWords({ words }: Command, given: readonly string[]): string | undefined {
  for (const [at, word] of words.entries()) {
    const value = given[at];
    const before = given[at - 1] ?? '';
    if (value === undefined) {
      if (!word.isNeeded) return undefined;
      const choices = choicesOf(word);
      return choices ? notWritten(choices, before) : `${word.shape} is missing.`;
    }
    const trouble = troubleWithValue(word, before, value);
    if (trouble) return trouble;
  }
  const more = given[words.length];
  return more === undefined ? undefined : `${JSON.stringify(more)} is one word too many.`;
}

function troubleWithValue(expected: Shape, before: string, value: string): string | undefined {
  const known = VALUES[expected.shape];
  if (known) return known.is(value) ? undefined : `${JSON.stringify(value)} ${known.isNot}.`;
  const choices = choicesOf(expected);
  return choices && !choices.includes(value) ? notWritten(choices, before, value) : undefined;
}

function notWritten(choices: readonly string[], before: string, instead?: string): string {
  const either = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(choices);
  return instead === undefined
    ? `Write ${either} after ${before}.`
    : `Write ${either} after ${before}, not ${JSON.stringify(instead)}.`;
}

/** The words of which one has to stand there as it is; undefined where a value does. */
function choicesOf(word: Shape | undefined): string[] | undefined {
  return word && /^[a-z|-]+$/.test(word.shape) ? word.shape.split('|') : undefined;
}
