import { FIELD_NAMES } from '#app/catalogue/product-fields.ts';
import { formatCents, formatDollars } from '#app/kit/money.ts';

/** One thing that a row of the trail says was changed; undefined where it says nothing of a side. */
export interface TrailChange {
  name: string;
  from: string | undefined;
  to: string | undefined;
}

const NAMES: Record<string, string> = {
  ...FIELD_NAMES,
  raisedCents: 'Raised',
  movedCents: 'Moved',
  excessCents: 'Goes back',
  mergedInto: 'Into',
  received: 'Duplicate',
  size: 'Photo',
  photo: 'Photo',
  contributors: 'Contributors',
  contributions: 'Contributions',
  follows: 'Followers',
  hidden: 'Hidden',
  news: 'News',
  recipients: 'People',
  byClock: 'Sent automatically',
  lookedAt: 'Looked at',
  reason: 'Why',
  id: 'Number',
  day: 'Day',
  step: 'Step',
  place: 'Place',
  shop: 'Shop',
  lot: 'Lot',
  note: 'Note',
  receipt: 'Receipt',
  priceCents: 'Price',
  amountCents: 'Amount',
  amount: 'Amount',
  status: 'Status',
  payment: 'Payment',
  order: 'Order',
  contribution: 'Contribution',
  has_note: 'With a note',
  kind: 'For',
  payee: 'Paid to',
  paidOn: 'Paid on',
  orders: 'Orders',
  email: 'Address',
  second_factor: 'Second factor',
};

/** What changed, name by name, from the two sides of a row. */
export function changesIn(before: unknown, after: unknown): TrailChange[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  const keys = new Set([...Object.keys(was), ...Object.keys(is)]);
  // Two photos of one size differ by their version alone, which says nothing to a reader.
  keys.delete('version');
  return [...keys].map((key) => ({
    name: NAMES[key] ?? key,
    from: key in was ? wordsOf(key, was[key]) : undefined,
    to: key in is ? wordsOf(key, is[key]) : undefined,
  }));
}

function partsOf(side: unknown): Record<string, unknown> {
  return typeof side === 'object' && side !== null ? (side as Record<string, unknown>) : {};
}

function wordsOf(key: string, value: unknown): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (key.endsWith('Cents')) return formatCents(value);
    if (key === 'amount') return formatDollars(value);
  }
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'none';
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : JSON.stringify(value);
}
