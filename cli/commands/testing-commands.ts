import type { ActField } from '#app/testing/act-fields.ts';
import type { Act } from '#app/testing/act.ts';
import { ALL_ACTS, type ActName } from '#app/testing/acts.ts';
import * as is from './command.ts';
import { oneOf, optional, text, type CommandRecord, type Value } from './command.ts';

/** What is read as the value of a field; kinds that are not here have no option. */
const VALUE_OF_KIND: Partial<Record<ActField['kind'], Value>> = {
  line: is.TEXT,
  day: text('2026-11-21'),
  cents: text('4.29'),
  count: text('3'),
  choice: is.TEXT,
  flag: is.FLAG,
};

/** The commands of a test's acts, one for each that has any: they take what the act asks for. */
export function testingCommands(): CommandRecord[] {
  return (Object.keys(ALL_ACTS) as ActName[]).flatMap((name) => {
    const { fields, command }: Act = ALL_ACTS[name];
    if (!command) return [];
    const typed = command.takes.split(' ');
    const first = typed.findIndex((word) => /^[A-Z]/.test(word));
    const args = Object.fromEntries(
      typed.slice(first).map((word) => [word, argumentOf(word, fields[word])]),
    );
    return {
      words: ['testing', ...typed.slice(0, first)].join(' '),
      args,
      options: optionsOf(fields, Object.keys(args), command.keepsRest),
      does: command.does,
      run: async (given, { out }) => (await import('#cli/testing.ts')).runAct(name, given, out),
    };
  });
}

function argumentOf(name: string, field: ActField | undefined): Value {
  if (name === 'CODE') return is.CODE;
  return field?.choices ? oneOf(...Object.keys(field.choices)) : text(name);
}

/** What it needs, then what may be left out. */
function optionsOf(fields: Act['fields'], args: string[], keepsRest = false) {
  const options = Object.entries(fields).flatMap(([key, field]) => {
    const ofKind = VALUE_OF_KIND[field.kind];
    if (!ofKind || field.option === false || args.includes(key)) return [];
    const value = field.type === 'email' ? is.EMAIL : ofKind;
    // What is new each time stands nowhere.
    const stands = field.kind === 'day' || (keepsRest && !field.isNew);
    const isNeeded = field.isRequired === true && !stands;
    return [[optionOfField(key, field), isNeeded ? value : optional(value)] as const];
  });
  return Object.fromEntries(
    options.toSorted(([, a], [, b]) => Number(a.isOptional) - Number(b.isOptional)),
  );
}

/** How a command's option calls a field. */
export function optionOfField(key: string, field: ActField): string {
  return field.option || (field.name ?? key).replaceAll('_', '-');
}
