import {
  Argument,
  Command as Parser,
  CommanderError,
  InvalidArgumentError,
  Option,
} from 'commander';
import {
  oneOf,
  type CommandRecord,
  type Given,
  type Streams,
  type Value,
  type Values,
} from './command.ts';
import { COMMANDS } from './all-commands.ts';
import { optionFlag, usageOf, wholeUsage } from './usage.ts';

/** What is printed instead of running anything: help (0), or what is not understood (2). */
interface NotGiven {
  exitCode: 0 | 2;
  message: string;
}

/**
 * Reads a command line by the records of the commands, before a database starts or anything is touched.
 * Gives the help where it is asked for, and a sentence where something is not understood.
 */
export function readCommand(args: readonly string[]) {
  const [name, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  if (name === undefined) return { exitCode: 2 as const, message: wholeUsage() };
  if (isHelp(name)) return { exitCode: 0 as const, message: wholeUsage() };
  const own = COMMANDS.filter(({ words }) => words.split(' ')[0] === name);
  if (own.length === 0)
    return misunderstood(`There is no command ${JSON.stringify(name)}.`, wholeUsage());
  const chosenBy = (command: CommandRecord, at: number) => argumentsOf(command)[at]?.choices;
  const begins = own.filter((one) => chosenBy(one, 0)?.includes(rest[0] ?? ''));
  // Two may begin with one word, and are told apart by the next.
  const named = begins.find((one) => chosenBy(one, 1)?.includes(rest[1] ?? '')) ?? begins[0];
  const usage = usageOf(named ? [named] : own);
  if (rest.some(isHelp)) return { exitCode: 0 as const, message: usage };
  // Where none is named, the one whose second word is a value, or may be left out.
  const command = named ?? own.find((one) => !chosenBy(one, 0)) ?? own[0]!;
  const given = parse(command, rest);
  if (given instanceof CommanderError) return misunderstood(sentenceOf(given), usage);
  return {
    command,
    given,
    /** The exit code, or what is printed where it is not understood after all. */
    async run(streams: Streams): Promise<number | NotGiven> {
      const done = await command.run(given, streams);
      return typeof done === 'number' ? done : misunderstood(done, usage);
    },
  };
}

function misunderstood(sentence: string, usage: string): NotGiven {
  return { exitCode: 2, message: `${sentence}\n\n${usage}` };
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** What follows the name of a command: its other words, as they are, and then its arguments. */
function argumentsOf({ words, args }: CommandRecord): Value[] {
  const [, ...others] = words.split(' ');
  return [...others.map((word) => oneOf(word)), ...Object.values(args)];
}

function parse(command: CommandRecord, typed: string[]): Given<Values> | CommanderError {
  const parser = new Parser().exitOverride().helpOption(false).allowExcessArguments(false);
  parser.configureOutput({ writeErr: () => {} });
  for (const { shown, isOptional, choices, read } of argumentsOf(command)) {
    const argument = new Argument(isOptional ? `[${shown}]` : `<${shown}>`);
    parser.addArgument(choices ? argument.choices(choices) : argument.argParser(reader(read)));
  }
  const options = Object.entries(command.options).map(([name, value]) => {
    const option = optionOf(optionFlag(name), value);
    parser.addOption(option);
    return [name, option] as const;
  });
  try {
    parser.parse(typed, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error;
    throw error;
  }
  const names = Object.keys(command.args);
  const read = parser.processedArgs.slice(parser.processedArgs.length - names.length);
  return Object.fromEntries([
    ...names.map((name, at) => [name, read[at]]),
    ...options.map(([name, option]) => [name, parser.getOptionValue(option.attributeName())]),
  ]);
}

function optionOf(flag: string, { shown, isOptional, choices, read }: Value): Option {
  if (shown === '') return new Option(flag).default(false);
  const option = new Option(`${flag} <${shown}>`).makeOptionMandatory(!isOptional);
  return choices ? option.choices(choices) : option.argParser(reader(read, !isOptional));
}

/** Refuses another option in the place of a value, and nothing where it is needed. */
function reader(read: Value['read'], isNeeded = false): (typed: string) => unknown {
  return (typed) => {
    if (typed.startsWith('--')) throw new InvalidArgumentError('Write it after a "=".');
    if (isNeeded && typed.trim() === '') throw new InvalidArgumentError('It is empty.');
    return read(typed);
  };
}

/** Capitalized, and with a period at its end. */
function sentenceOf({ message }: CommanderError): string {
  const text = message.replace(/^error: /, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
