import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import {
  readFaults,
  restartLots,
  writeFaults,
  type Aim,
  type ApiFaults,
  type WebhookFaults,
} from './faults.ts';
import { checkRange } from '#sandbox/stripe/api/params.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import type { Store } from '#sandbox/stripe/store.ts';

type Input = Record<string, unknown>;

const MAX_DUPLICATES = 10;
const MAX_DELAY_MS = 600_000;

/** `webhooks` {duplicate?, drop_percent?, …, seed?}: what is named changes, the rest stays. */
export function setWebhookFaults({ store, wakeDeliverer }: Sandbox, input: Input) {
  const faults = readFaults(store);
  const { webhooks } = faults;
  const changed: WebhookFaults = {
    duplicate: whole(input, 'duplicate', 0, MAX_DUPLICATES) ?? webhooks.duplicate,
    drop_percent: whole(input, 'drop_percent', 0, 100) ?? webhooks.drop_percent,
    delay_ms: range(input.delay_ms) ?? webhooks.delay_ms,
    delay_types: types(input.delay_types) ?? webhooks.delay_types ?? [],
    reorder: flag(input, 'reorder') ?? webhooks.reorder,
    down: flag(input, 'down') ?? webhooks.down,
    pause: flag(input, 'pause') ?? webhooks.pause,
  };
  const seed = newSeed(store, input) ?? faults.seed;
  writeFaults(store, { ...faults, webhooks: changed, seed });
  wakeDeliverer();
  return { ...changed, seed };
}

/** `faults` {fail?, hang?, late?, seed?}: null switches one off, what is not named stays. */
export function setApiFaults({ store }: Sandbox, input: Input) {
  const faults = readFaults(store);
  const api: ApiFaults = { ...faults.api };
  if (input.fail === null) delete api.fail;
  else if (input.fail !== undefined) api.fail = failure(fields(input.fail, 'fail'));
  if (input.hang === null) delete api.hang;
  else if (input.hang !== undefined) api.hang = silence(fields(input.hang, 'hang'));
  if (input.late === null) delete api.late;
  else if (input.late !== undefined) api.late = lateness(fields(input.late, 'late'));
  const seed = newSeed(store, input) ?? faults.seed;
  writeFaults(store, { ...faults, api, seed });
  return { ...api, seed };
}

/** A seed that is named begins its draws anew, the same seed too. */
function newSeed(store: Store, input: Input): number | undefined {
  const seed = whole(input, 'seed', 0, 2 ** 31);
  if (seed !== undefined) restartLots(store);
  return seed;
}

function failure(input: Input): NonNullable<ApiFaults['fail']> {
  const { status } = input;
  const stored = flag(input, 'stored') ?? false;
  if (stored && status !== 500)
    throw invalidRequest('Only a 500 is stored under its key', 'stored');
  if (status === 429 || status === 500 || status === 503) {
    return { status, ...(stored ? { stored } : {}), ...aim(input) };
  }
  throw invalidRequest('Invalid status: must be one of 429, 500 or 503', 'status');
}

function silence(input: Input): NonNullable<ApiFaults['hang']> {
  const executed = flag(input, 'executed') ?? false;
  return { executed, ms: whole(input, 'ms', 0, MAX_DELAY_MS) ?? 200, ...aim(input) };
}

function lateness(input: Input): NonNullable<ApiFaults['late']> {
  return { ms: whole(input, 'ms', 0, MAX_DELAY_MS) ?? 200, ...aim(input) };
}

function aim(input: Input): Aim {
  const percent = whole(input, 'percent', 0, 100);
  const next = whole(input, 'next', 1, 1_000_000);
  const path = text(input, 'path');
  const method = text(input, 'method');
  return {
    ...(percent === undefined ? {} : { percent }),
    ...(next === undefined ? {} : { next }),
    ...(path === undefined ? {} : { path }),
    ...(method === undefined ? {} : { method: method.toUpperCase() }),
  };
}

function types(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw invalidRequest('delay_types is a list of types of events', 'delay_types');
}

function range(value: unknown): [number, number] | undefined {
  if (value === undefined) return undefined;
  const [min, max] = Array.isArray(value) ? value : [value, value];
  for (const bound of [min, max]) {
    if (!Number.isInteger(bound)) throw invalidRequest('Invalid delay_ms', 'delay_ms');
    checkRange(Number(bound), 0, MAX_DELAY_MS, 'delay_ms');
  }
  if (min > max) throw invalidRequest('delay_ms is a range from low to high', 'delay_ms');
  return [min, max];
}

function whole(input: Input, name: string, min: number, max: number): number | undefined {
  const value = input[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw invalidRequest(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  }
  checkRange(value, min, max, name);
  return value;
}

function flag(input: Input, name: string): boolean | undefined {
  const value = input[name];
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidRequest(`Invalid boolean: ${value}`, name);
}

function text(input: Input, name: string): string | undefined {
  const value = input[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalidRequest(`Invalid string: ${value}`, name);
}

function fields(value: unknown, name: string): Input {
  if (value && typeof value === 'object' && !Array.isArray(value)) return value as Input;
  throw invalidRequest(`${name} must be an object, or null`, name);
}
