import { invalidRequest } from './errors.ts';
import { readFaults, writeFaults, type Aim, type ApiFaults, type WebhookFaults } from './faults.ts';
import { checkRange } from './params.ts';
import type { Sandbox } from './sandbox.ts';

type Input = Record<string, unknown>;

const MAX_DUPLICATES = 10;
const MAX_DELAY_MS = 600_000;

/** `webhooks` {duplicate?, drop_percent?, delay_ms?, reorder?, down?, seed?}: what is named changes. */
export function setWebhookFaults({ store }: Sandbox, input: Input) {
  const faults = readFaults(store);
  const { webhooks } = faults;
  const changed: WebhookFaults = {
    duplicate: whole(input, 'duplicate', 0, MAX_DUPLICATES) ?? webhooks.duplicate,
    drop_percent: whole(input, 'drop_percent', 0, 100) ?? webhooks.drop_percent,
    delay_ms: range(input.delay_ms) ?? webhooks.delay_ms,
    reorder: flag(input, 'reorder') ?? webhooks.reorder,
    down: flag(input, 'down') ?? webhooks.down,
  };
  const seed = whole(input, 'seed', 0, 2 ** 31) ?? faults.seed;
  writeFaults(store, { ...faults, webhooks: changed, seed });
  return { ...changed, seed };
}

/** `faults` {fail?, hang?, seed?}: null switches one off, what is not named stays. */
export function setApiFaults({ store }: Sandbox, input: Input) {
  const faults = readFaults(store);
  const api: ApiFaults = { ...faults.api };
  if (input.fail === null) delete api.fail;
  else if (input.fail !== undefined) api.fail = failure(fields(input.fail, 'fail'));
  if (input.hang === null) delete api.hang;
  else if (input.hang !== undefined) api.hang = silence(fields(input.hang, 'hang'));
  const seed = whole(input, 'seed', 0, 2 ** 31) ?? faults.seed;
  writeFaults(store, { ...faults, api, seed });
  return { ...api, seed };
}

function failure(input: Input): NonNullable<ApiFaults['fail']> {
  const { status } = input;
  if (status === 429 || status === 500 || status === 503) return { status, ...aim(input) };
  throw invalidRequest('Invalid status: must be one of 429, 500 or 503', 'status');
}

function silence(input: Input): NonNullable<ApiFaults['hang']> {
  const executed = flag(input, 'executed') ?? false;
  return { executed, ms: whole(input, 'ms', 0, MAX_DELAY_MS) ?? 200, ...aim(input) };
}

function aim(input: Input): Aim {
  const percent = whole(input, 'percent', 0, 100);
  const next = whole(input, 'next', 1, 1_000_000);
  return {
    ...(percent === undefined ? {} : { percent }),
    ...(next === undefined ? {} : { next }),
    ...(typeof input.path === 'string' ? { path: input.path } : {}),
    ...(typeof input.method === 'string' ? { method: input.method.toUpperCase() } : {}),
  };
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

function fields(value: unknown, name: string): Input {
  if (value && typeof value === 'object' && !Array.isArray(value)) return value as Input;
  throw invalidRequest(`${name} must be an object, or null`, name);
}
