import { FIELD_NAMES } from '#app/catalogue/product-fields.ts';
import { formatCents, formatDollars } from '#app/kit/money.ts';
import { capitalized } from '#app/kit/text.ts';
import { NOTICE_KINDS } from '#app/platform/mail/notice-kinds.ts';

/** One field that a row of the trail says was changed; undefined where it says nothing of a side. */
export interface TrailChange {
  name: string;
  from: string | undefined;
  to: string | undefined;
}

const NAMES: Record<string, string> = {
  ...FIELD_NAMES,
  ...Object.fromEntries(Object.entries(NOTICE_KINDS).map(([kind, { text }]) => [kind, text])),
  raisedCents: 'Raised',
  movedCents: 'Moved',
  excessCents: 'Goes back',
  leftCents: 'Left',
  reserveCents: 'Reserve',
  mergedInto: 'Into',
  received: 'Duplicate',
  size: 'Photo',
  hidden: 'Hidden',
  follows: 'Followers',
  recipients: 'People',
  byClock: 'Sent automatically',
  reason: 'Why',
  id: 'Number',
  priceCents: 'Price',
  amountCents: 'Amount',
  has_note: 'With a note',
  kind: 'For',
  payee: 'Paid to',
  email: 'Address',
  userAgent: 'Browser',
  fileName: 'File',
  sha256: 'SHA-256',
  aboutProductId: 'About product',
  told: 'Contributors told of product',
  lines: 'Line',
  to: 'It is',
};

/** Of a longer list, so many are named, and how many more there are. */
const NAMED = 5;

/**
 * What changed, field by field, from the two sides of a row: what is inside of something has its name
 * in front. A field that reads the same on both sides is left out.
 */
export function changesIn(before: unknown, after: unknown): TrailChange[] {
  const [was, is] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, from: was.get(name), to: is.get(name) }))
    .filter(({ from, to }) => from !== to);
}

/** The same on one line, for a cell of a table: `Price: $4 → $5; Lot: → L-2`. */
export function changesText(changes: readonly TrailChange[]): string {
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
    const name = inside === '' ? nameOf(key) : `${inside} ${key}`;
    const within = fieldsOf(value, name);
    return within.length > 0 ? within : [[name, wordsOf(key, value)]];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(key: string): string {
  return NAMES[key] ?? spelledOut(key);
}

/** `paidOn` reads `Paid on`, `second_factor` reads `Second factor`. */
function spelledOut(key: string): string {
  const words = key.replaceAll(/[_-]/g, ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (one) => ` ${one}`);
  return capitalized(words.toLowerCase());
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
