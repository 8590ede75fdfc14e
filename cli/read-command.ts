import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { normaliseEmail } from '#app/kit/text.ts';
import { COMMANDS, USAGE, usageOf } from './usage.ts';

/** A command line that is understood. */
export interface Given {
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
  message: string;
}

/** Values that are looked at before anything runs, by how the help writes them. */
const VALUES: Record<string, { is: (text: string) => boolean; isNot: string }> = {
  CODE: {
    is: (text) => /^0*[1-9]\d{0,8}$/.test(text),
    isNot: 'It is not the code of a product, which is a number.',
  },
  EMAIL: {
    is: (text) => z.email().safeParse(normaliseEmail(text)).success,
    isNot: 'It is not an email address.',
  },
  DATABASE_URL: {
    is: (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol),
    isNot: 'It is not the address of a database, such as postgres://user:password@host/openassay.',
  },
  DAYS: {
    is: (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 400,
    isNot: 'It is not a number of days from 1 to 400.',
  },
  '2026-11-21T15:04:05Z': {
    is: (text) => /(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(new Date(text).getTime()),
    isNot: 'It is not a moment with its zone, such as 2026-11-21T15:04:05Z.',
  },
};

/**
 * Reads a command line by what the help says of its command, before a database starts or anything is
 * touched. Gives the help where it is asked for, and a sentence where something is not understood.
 */
export function readCommand(args: readonly string[]): Given | NotGiven {
  const [name, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  if (name === undefined) return { exitCode: 2, message: USAGE };
  if (isHelp(name)) return { exitCode: 0, message: USAGE };
  const own = COMMANDS.filter(([takes]) => takes.split(/\s/)[0] === name);
  if (own.length === 0) return misunderstood(`There is no command ${JSON.stringify(name)}.`, USAGE);
  const begins = own.filter(([takes]) => choicesOf(takes.split(/\s/)[1])?.includes(rest[0] ?? ''));
  // Two may begin with one word, and are told apart by the next.
  const named =
    begins.find(([takes]) => choicesOf(takes.split(/\s/)[2])?.includes(rest[1] ?? '')) ?? begins[0];
  const usage = usageOf(named ? [named] : own);
  if (rest.some(isHelp)) return { exitCode: 0, message: usage };
  // Where none is named, the row whose second word is a value, or may be left out.
  const row = named ?? own.find(([takes]) => !choicesOf(takes.split(/\s/)[1])) ?? own[0]!;
  const command = commandOf(row[0]);
  try {
    command.parse(rest, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return misunderstood(sentenceOf(error), usage);
    throw error;
  }
  // Each as it is typed, such as `fewer-rows`.
  const given = command.options.map(
    (option) => [option.name(), optionValue(command, option)] as const,
  );
  const values = new Map(given.filter((one): one is [string, string] => one[1] !== undefined));
  return { name, rest, words: command.args, values, usage };
}

/** '' of an option that takes none. */
function optionValue(command: Command, option: Option): string | undefined {
  const value = command.getOptionValue(option.attributeName()) as string | true | undefined;
  return value === true ? '' : value;
}

export function misunderstood(sentence: string, usage: string): NotGiven {
  return { exitCode: 2, message: `${sentence}\n\n${usage}` };
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function commandOf(takes: string): Command {
  const [name = '', ...tokens] = takes.replaceAll(/\s\|(?=\s)/g, '').split(/\s+/);
  const command = new Command(name).exitOverride().helpOption(false).allowExcessArguments(false);
  command.configureOutput({ writeErr: () => {} });
  let isNeeded = true;
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]!.startsWith('[')) isNeeded = false;
    const shape = bare(tokens[at]!);
    if (shape.startsWith('--')) {
      const isLast = tokens[at]!.endsWith(']');
      const next = isLast ? undefined : tokens[at + 1];
      const value = next && !/^\[?--/.test(next) ? bare(next) : '';
      if (value) at += 1;
      command.addOption(optionOf(shape, value, isNeeded));
    } else {
      const word = new Argument(isNeeded ? `<${shape}>` : `[${shape}]`);
      const choices = choicesOf(shape);
      command.addArgument(choices ? word.choices(choices) : word.argParser(reader(shape)));
    }
    if (tokens[at]!.endsWith(']')) isNeeded = true;
  }
  return command;
}

function optionOf(name: string, shape: string, isNeeded: boolean): Option {
  if (!shape) return new Option(name);
  const option = new Option(`${name} <${shape}>`).makeOptionMandatory(isNeeded);
  const choices = choicesOf(shape);
  return choices ? option.choices(choices) : option.argParser(reader(shape, isNeeded));
}

/** Refuses a value that is none of its shape, another option in its place, and nothing where it is needed. */
function reader(shape: string, isNeeded = false): (text: string) => string {
  return (text) => {
    if (text.startsWith('--')) throw new InvalidArgumentError('Write it after a "=".');
    if (isNeeded && text.trim() === '') throw new InvalidArgumentError('It is empty.');
    const known = VALUES[shape];
    if (known && !known.is(text)) throw new InvalidArgumentError(known.isNot);
    return text;
  };
}

/** Capitalized, and with a period at its end. */
function sentenceOf({ message }: CommanderError): string {
  const text = message.replace(/^error: /, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

function bare(token: string): string {
  return token.replaceAll(/^\[|\]$/g, '');
}

/** The words of which one has to stand there as it is; undefined where a value does. */
function choicesOf(word: string | undefined): string[] | undefined {
  const shape = word && bare(word);
  return shape && /^[a-z|-]+$/.test(shape) && !shape.startsWith('--')
    ? shape.split('|')
    : undefined;
}
