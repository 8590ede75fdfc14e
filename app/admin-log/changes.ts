import { formatCents, formatDollars } from '#app/kit/money.ts';
import { capitalized } from '#app/kit/text.ts';

/** Of a longer list, so many are named, and how many more there are. */
const NAMED = 5;

/**
 * What changed, field by field, from the two sides of a row: what is inside of something has its name
 * in front. A field that reads the same on both sides is left out; a side that says nothing of one is
 * undefined.
 */
export function changesIn(before: unknown, after: unknown) {
  const [was, is] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, from: was.get(name), to: is.get(name) }))
    .filter(({ from, to }) => from !== to);
}

/** The same on one line, for a cell of a table: `Price: $4 → $5; Lot: → L-2`. */
export function changesText(changes: ReturnType<typeof changesIn>): string {
  return changes
    .map(
      ({ name, from, to }) => `${name}: ${from === undefined ? '' : `${from} → `}${to ?? 'gone'}`,
    )
    .join('; ');
}

function fieldsOf(side: unknown, inside = ''): [string, string][] {
  if (!isRecord(side)) return [];
  // Two photos of one size differ by their version alone, which says nothing to a reader.
  const entries = Object.entries(side).filter(([key]) => inside !== '' || key !== 'version');
  return entries.flatMap(([key, value]): [string, string][] => {
    const name = inside === '' ? spelledOut(key) : `${inside} ${key}`;
    const within = fieldsOf(value, name);
    return within.length > 0 ? within : [[name, wordsOf(key, value)]];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field or a kind of action by its name: `paidOn` reads `Paid on`, `edit-product` `Edit product`. */
export function spelledOut(name: string): string {
  const words = name.replace(/(?<=.)Cents$/, '').replaceAll(/[_-]/g, ' ');
  return capitalized(words.replaceAll(/(?<=[a-z])[A-Z]/g, (one) => ` ${one}`).toLowerCase());
}

function wordsOf(key: string, value: unknown): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (key.endsWith('Cents')) return formatCents(value);
    return key === 'amount' ? formatDollars(value) : String(value);
  }
  if (Array.isArray(value)) return listText(value);
  if (isRecord(value)) return 'none';
  const text = String(value);
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text;
}

/** One thing after another; of each that has fields, these: `product 1061, revision 2; …`. */
function listText(list: readonly unknown[]): string {
  if (list.length === 0) return 'none';
  const shown = list.slice(0, NAMED).map((one) =>
    isRecord(one)
      ? fieldsOf(one)
          .map(([name, words]) => `${name.toLowerCase()} ${words}`)
          .join(', ')
      : wordsOf('', one),
  );
  const more = list.length - shown.length;
  const text = shown.join(list.some(isRecord) ? '; ' : ', ');
  return more > 0 ? `${text}, and ${more} more` : text;
}
