import type { CommandRecord } from './command.ts';
import { COMMANDS } from './all-commands.ts';

const LINE_CHARACTERS = 90;
const COLUMN_CHARACTERS = 18;

/** The help: every command with what it takes and does. */
export function wholeUsage(): string {
  return `openassay COMMAND\n\n${usageOf(COMMANDS)}`;
}

/** Commands as the help shows them: what they do stands beside what they take, or below it. */
export function usageOf(commands: readonly CommandRecord[]): string {
  const inColumn = (text: string) =>
    text.replaceAll(/\n\s*/g, `\n${' '.repeat(COLUMN_CHARACTERS)}`);
  return commands
    .map((command) => {
      const takes = wrapped(wordsOf(command));
      const isShort = takes.length < COLUMN_CHARACTERS - 2;
      const between = isShort ? ' '.repeat(COLUMN_CHARACTERS - 2 - takes.length) : '\n';
      const { does } = command;
      return `  ${inColumn(takes)}${does === '' ? '' : inColumn(`${between}${does}`)}\n`;
    })
    .join('');
}

/** How an option is typed, without its value. */
export function optionFlag(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What is typed, an option with its value in one; brackets around what may be left out. */
function wordsOf({ words, args, options }: CommandRecord): string[] {
  const bracketed = (isOptional: boolean, shown: string) => (isOptional ? `[${shown}]` : shown);
  return [
    ...words.split(' '),
    ...Object.values(args).map(({ isOptional, shown }) => bracketed(isOptional, shown)),
    ...Object.entries(options).map(([name, { isOptional, shown }]) =>
      bracketed(isOptional, `${optionFlag(name)}${shown && ` ${shown}`}`),
    ),
  ];
}

function wrapped(tokens: readonly string[]): string {
  let [text, length] = ['', 0];
  for (const token of tokens) {
    const isNew = length + token.length > LINE_CHARACTERS;
    text += `${isNew ? '\n' : text && ' '}${token}`;
    length = isNew ? token.length : length + token.length + 1;
  }
  return text;
}
