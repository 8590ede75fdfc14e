import { parseAccept } from 'hono/utils/accept';

/**
 * How much an `Accept` header values a type, from 0 to 1, by the first of these ranges that it names:
 * the most specific decides, not the first (RFC 9110, 12.5.1). 0 where it names none.
 */
export function valueIn(accept: string | undefined, ...ranges: string[]): number {
  const named = parseAccept((accept ?? '').toLowerCase());
  return ranges.map((range) => named.find(({ type }) => type === range)).find(Boolean)?.q ?? 0;
}
