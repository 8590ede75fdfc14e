import type { Writable } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { normaliseEmail } from '#app/kit/text.ts';

/** Who decides what a command does, in the trail. */
export const BY_COMMAND = { actor: 'command line' } as const;

/** What a command writes to: its results, and what it says of its progress and of what is wrong. */
export interface Streams {
  out: Writable;
  err: Writable;
}

/** An argument, or the value of an option: how the help writes it, and what is read from it. */
export interface Value<Read = unknown> {
  shown: string;
  isOptional: boolean;
  /** The words of which one has to stand there as it is. */
  choices?: readonly string[];
  /** Throws, before anything runs, where what was typed is none of its kind. */
  read(typed: string): Read;
}

/** What stands under a name: `CODE: CODE` is typed as such, and `isAnyway` would be `--is-anyway`. */
export type Values = Readonly<Record<string, Value>>;

/** What was read of arguments and options; false of an option without a value that is not there. */
export type Given<Takes extends Values> = {
  [Name in keyof Takes]: Takes[Name] extends Value<infer Read> ? Read : never;
};

export interface CommandRecord {
  /** What it is called by; where the help has `a|b` in the first argument, that is one of them. */
  words: string;
  args: Values;
  options: Values;
  /** What the help says of it; a line that ends earlier than the terminal begins the next one. */
  does: string;
  /** It needs no database, or starts one of its own. */
  isAlone?: boolean;
  /** Resolves to the exit code, or to what is not understood although each value is. */
  run(given: Given<Values>, streams: Streams): Promise<number | string>;
}

type Declared<Args extends Values, Options extends Values> = Pick<
  CommandRecord,
  'words' | 'does' | 'isAlone'
> & {
  args?: Args;
  options?: Options;
  run(given: Given<Args> & Given<Options>, streams: Streams): Promise<number | string>;
};

type None = Readonly<Record<never, Value>>;

/** A command, whose function is given what its arguments and options are read as. */
export function command<Args extends Values = None, Options extends Values = None>(
  declared: Declared<Args, Options>,
): CommandRecord {
  return { args: {}, options: {}, ...declared } as CommandRecord;
}

/** Text as it is typed. */
export function text(shown: string): Value<string> {
  return { shown, isOptional: false, read: (typed) => typed };
}

export function oneOf<Word extends string>(...choices: readonly Word[]): Value<Word> {
  return { shown: choices.join('|'), isOptional: false, choices, read: (typed) => typed as Word };
}

/** The same where it may be left out. */
export function optional<Read>(value: Value<Read>): Value<Read | undefined> {
  return { ...value, isOptional: true };
}

/** An option that is there, or not. */
export const FLAG: Value<boolean> = { shown: '', isOptional: true, read: () => true };
export const TEXT = text('TEXT');
export const ID = text('ID');
export const DIR = text('DIR');
export const FILE = text('FILE');

/** The code of a product. */
export const CODE = checked(
  'CODE',
  (typed) => /^0*[1-9]\d{0,8}$/.test(typed),
  'It is not the code of a product, which is a number.',
  Number,
);

export const EMAIL = checked(
  'EMAIL',
  (typed) => z.email().safeParse(normaliseEmail(typed)).success,
  'It is not an email address.',
  normaliseEmail,
);

export const DATABASE_URL = checked(
  'DATABASE_URL',
  (typed) => URL.canParse(typed) && /^postgres(ql)?:$/.test(new URL(typed).protocol),
  'It is not the address of a database, such as postgres://user:password@host/openassay.',
  String,
);

export const DAYS = checked(
  'DAYS',
  (typed) => /^[1-9]\d{0,2}$/.test(typed) && Number(typed) <= 400,
  'It is not a number of days from 1 to 400.',
  Number,
);

export const MOMENT = checked(
  '2026-11-21T15:04:05Z',
  (typed) => /(Z|[+-]\d\d:?\d\d)$/.test(typed) && !Number.isNaN(new Date(typed).getTime()),
  'It is not a moment with its zone, such as 2026-11-21T15:04:05Z.',
  (typed) => new Date(typed),
);

/** A value that is looked at before anything runs. */
function checked<Read>(
  shown: string,
  isOne: (typed: string) => boolean,
  isNot: string,
  readAs: (typed: string) => Read,
): Value<Read> {
  const read = (typed: string) => {
    if (!isOne(typed)) throw new InvalidArgumentError(isNot);
    return readAs(typed);
  };
  return { shown, isOptional: false, read };
}
