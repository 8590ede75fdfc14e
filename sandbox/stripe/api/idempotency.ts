import { createHash } from 'node:crypto';
import { StripeError } from './errors.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

const RETENTION_S = 24 * 60 * 60;
const MAX_LENGTH = 255;

type SavedAnswer = { status: number; body: string; requestId: string };

type Row = {
  endpoint: string;
  fingerprint: string;
  request_id: string;
  status: number;
  body: string;
};

/** Keys of requests that are being served; a restart ends those, so memory is the place. */
const inUse = new WeakMap<Sandbox, Set<string>>();

/** Takes a key for one request, or throws 409 while another has it. Returns how to give it back. */
export function holdKey(sandbox: Sandbox, key: string): () => void {
  if (key.length > MAX_LENGTH) {
    const message = `Idempotency key must be at most ${MAX_LENGTH} characters.`;
    throw new StripeError(400, 'idempotency_error', message);
  }
  const held = inUse.get(sandbox) ?? new Set<string>();
  inUse.set(sandbox, held);
  if (held.has(key)) {
    throw new StripeError(
      409,
      'idempotency_error',
      `There is currently another in-progress request using this Idempotent Key: ${key}. ` +
        'Please try again later.',
      { code: 'idempotency_key_in_use' },
    );
  }
  held.add(key);
  return () => held.delete(key);
}

/**
 * The answer that this key got within the last 24 hours of the sandbox's clock, if any.
 * Throws where the key came with another endpoint or other parameters then.
 */
export function savedAnswer(
  { store, clock }: Sandbox,
  key: string,
  endpoint: string,
  body: string,
): SavedAnswer | undefined {
  store.run('DELETE FROM idempotency_keys WHERE created <= ?', clock.nowS() - RETENTION_S);
  const row = store.one<Row>('SELECT * FROM idempotency_keys WHERE key = ?', key);
  if (!row) return undefined;
  const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
  if (row.endpoint !== endpoint) {
    const rule = 'Keys for idempotent requests can only be used for the same endpoint they were';
    const [, path] = row.endpoint.split(' ');
    throw new StripeError(
      400,
      'idempotency_error',
      `${rule} first used for ('${path}'). ${advice}`,
    );
  }
  if (row.fingerprint !== fingerprint(body)) {
    const rule = 'Keys for idempotent requests can only be used with the same parameters they';
    throw new StripeError(400, 'idempotency_error', `${rule} were first used with. ${advice}`);
  }
  return { status: row.status, body: row.body, requestId: row.request_id };
}

/**
 * Keeps an answer, in the transaction of what it tells of. What the key had a day ago gives way: a
 * refusal has undone that it was forgotten.
 */
export function saveAnswer(
  { store, clock }: Sandbox,
  key: string,
  endpoint: string,
  body: string,
  answer: SavedAnswer,
): void {
  store.run(
    `INSERT OR REPLACE INTO idempotency_keys (key, created, endpoint, fingerprint, request_id, status, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    key,
    clock.nowS(),
    endpoint,
    fingerprint(body),
    answer.requestId,
    answer.status,
    answer.body,
  );
}

/** The same for the same parameters in whatever order they were sent. */
function fingerprint(body: string): string {
  const pairs = [...new URLSearchParams(body)].map((pair) => JSON.stringify(pair)).toSorted();
  return createHash('sha256').update(pairs.join('\n')).digest('hex');
}
