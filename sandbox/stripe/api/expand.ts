import { invalidRequest } from './errors.ts';
import type { StripeObject } from '#sandbox/stripe/objects.ts';
import { alternatives, type Schema } from './schema.ts';
import type { Store } from '#sandbox/stripe/store.ts';

const MAX_LEVELS = 4;

/** Lists that an object shows only when asked to, by `object.field`. */
export type Includables = Record<string, (store: Store, owner: StripeObject) => unknown>;

/**
 * Replaces ids by their objects, in place, along each path of `expand[]`. The schema of the answer
 * says what can be expanded; another path gives Stripe's error, even where the value is null.
 */
export function expandPaths(
  store: Store,
  includables: Includables,
  schema: Schema,
  body: unknown,
  paths: string[],
): void {
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.length > MAX_LEVELS) {
      const message = `You cannot expand more than ${MAX_LEVELS} levels of a property. Property: ${path}`;
      throw invalidRequest(message, 'expand');
    }
    if (!isExpandable(schema, segments, includables)) {
      throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand');
    }
    fill(store, includables, body, segments);
  }
}

function isExpandable(root: Schema, segments: string[], includables: Includables): boolean {
  let owners = alternatives(root);
  for (const [index, segment] of segments.entries()) {
    const found = owners.flatMap((owner) => property(owner, segment));
    const included = owners.some((owner) => includables[`${objectName(owner)}.${segment}`]);
    const reference =
      found.some(({ type }) => [type].flat().includes('string')) && found.some(isObject);
    const isLast = index === segments.length - 1;
    if (isLast) return included || reference;
    owners = found;
  }
  return false;
}

/** The alternatives of a field; those of its entries where it is a list of objects. */
function property(owner: Schema, name: string): Schema[] {
  const schema = owner.properties?.[name];
  if (!schema) return [];
  return alternatives(schema).flatMap((found) => (found.items ? alternatives(found.items) : found));
}

function isObject({ type }: Schema): boolean {
  return [type].flat().includes('object');
}

function objectName(schema: Schema): string {
  return String(schema.properties?.object?.enum?.[0]);
}

function fill(store: Store, includables: Includables, value: unknown, segments: string[]): void {
  const [head, ...rest] = segments;
  if (head === undefined || value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const entry of value) fill(store, includables, entry, segments);
    return;
  }
  const owner = value as StripeObject;
  const include = includables[`${owner.object}.${head}`];
  const current = owner[head];
  if (include && current === undefined) owner[head] = include(store, owner);
  else if (typeof current === 'string') owner[head] = store.find(current) ?? current;
  fill(store, includables, owner[head], rest);
}
