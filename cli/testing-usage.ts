import type { ActField } from '#app/testing/act-fields.ts';
import type { Act } from '#app/testing/act.ts';
import { ALL_ACTS } from '#app/testing/acts.ts';

/** What stands for the value of a field in the help; kinds that are not here have no option. */
const VALUE_OF_KIND: Partial<Record<ActField['kind'], string>> = {
  line: 'TEXT',
  day: '2026-11-21',
  cents: '4.29',
  count: '3',
  flag: '',
};

/** Each act of a test that has a command: its words, then what it needs, then what may be left out. */
export function testingCommands(): [takes: string, does: string][] {
  return Object.values(ALL_ACTS).flatMap(({ fields, command }) => {
    if (!command) return [];
    const { words, values } = commandWords({ command });
    const taken = values.map((word) => Object.keys(fields[word]?.choices ?? {}).join('|') || word);
    const options = Object.entries(fields).flatMap(([key, field]) => {
      const value = VALUE_OF_KIND[field.kind];
      if (value === undefined || field.option === false || values.includes(key)) return [];
      const shape = field.type === 'email' ? 'EMAIL' : value;
      const option = `--${optionOfField(key, field)}${shape && ` ${shape}`}`;
      // What is new each time stands nowhere.
      const stands = field.kind === 'day' || (command.keepsRest && !field.isNew);
      const isNeeded = field.isRequired === true && !stands;
      return [{ isNeeded, text: isNeeded ? option : `[${option}]` }];
    });
    const sorted = options.toSorted((a, b) => Number(b.isNeeded) - Number(a.isNeeded));
    const takes = ['testing', ...words, ...taken, ...sorted.map(({ text }) => text)];
    return [[wrapped(takes), command.does]];
  });
}

/** Of the words behind `testing`, those that are typed as they are, and those that stand for a value. */
export function commandWords({ command }: Pick<Act, 'command'>): {
  words: string[];
  values: string[];
} {
  const all = command?.takes.split(' ') ?? [];
  const first = all.findIndex((word) => /^[A-Z]/.test(word));
  return { words: all.slice(0, first), values: all.slice(first) };
}

/** How a command's option calls a field. */
export function optionOfField(key: string, field: ActField): string {
  return field.option || (field.name ?? key).replaceAll('_', '-');
}

/** In lines of at most 90 characters. */
function wrapped(tokens: readonly string[]): string {
  let [text, length] = ['', 0];
  for (const token of tokens) {
    const isNew = length + token.length > 90;
    text += `${isNew ? '\n   ' : text && ' '}${token}`;
    length = isNew ? token.length : length + token.length + 1;
  }
  return text;
}
