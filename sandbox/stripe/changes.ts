import { emit } from '#sandbox/stripe/webhooks/events.ts';
import type { StripeObject } from './objects.ts';
import type { Sandbox } from './sandbox.ts';

type Fields = Record<string, unknown>;

/** Stores what became of an object and tells of it with its old values; silent if nothing did. */
export function saveChange<T extends StripeObject>(
  sandbox: Sandbox,
  type: string,
  before: StripeObject,
  after: T,
): T {
  const previous = previousValues(before, after);
  if (Object.keys(previous).length === 0) return after;
  sandbox.store.update(after);
  emit(sandbox, type, after, previous);
  return after;
}

/** The old values of what differs, nested as the object is; null for what was not there. */
function previousValues(before: Fields, after: Fields): Fields {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const entries = [...keys]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key): [string, unknown] => {
      const [old, now] = [before[key], after[key]];
      return [key, isFields(old) && isFields(now) ? previousValues(old, now) : (old ?? null)];
    });
  return Object.fromEntries(entries);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
