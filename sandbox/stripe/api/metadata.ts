import { invalidRequest } from './errors.ts';
import type { Metadata } from '#sandbox/stripe/objects.ts';
import type { Params } from './params.ts';

const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 40;
const MAX_VALUE_LENGTH = 500;

/**
 * Merges metadata as Stripe does: an empty value removes its key, an empty whole removes all,
 * what is not named stays. Throws beyond 50 keys, 40 characters a key, 500 a value.
 */
export function mergeMetadata(
  old: Metadata,
  change: Params | null | undefined,
  param = 'metadata',
): Metadata {
  if (change === undefined) return old;
  if (change === null) return {};
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(change)) {
    const name = `${param}[${key}]`;
    if (key.length > MAX_KEY_LENGTH) throw tooLong('key', MAX_KEY_LENGTH, key, name);
    if (value === null || value === undefined) merged.delete(key);
    else if (String(value).length > MAX_VALUE_LENGTH) {
      throw tooLong('value', MAX_VALUE_LENGTH, String(value), name);
    } else merged.set(key, String(value));
  }
  if (merged.size > MAX_KEYS) {
    throw invalidRequest(`Metadata can have up to ${MAX_KEYS} keys.`, param);
  }
  return Object.fromEntries(merged);
}

function tooLong(what: 'key' | 'value', max: number, text: string, param: string) {
  return invalidRequest(
    `Metadata ${what}s can have up to ${max} characters, but you passed in a ${what} that is ` +
      `${text.length} characters. Invalid ${what}: ${text}`,
    param,
  );
}
