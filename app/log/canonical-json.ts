/** What JSON can say; a value that is undefined is left out. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { [key: string]: Json | undefined };

/**
 * A value in the one spelling that RFC 8785 gives it: names in the order of their UTF-16 units, no white
 * space, numbers and texts as JavaScript writes them. Throws for what JSON has no word for, and for half
 * a surrogate pair, which no UTF-8 holds.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member as Json)}`);
    return `{${members.join(',')}}`;
  }
  const isSayable =
    value === null ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value)) ||
    (typeof value === 'string' && value.isWellFormed());
  if (!isSayable) throw new TypeError(`JSON has no word for ${String(value)}`);
  return JSON.stringify(value);
}
