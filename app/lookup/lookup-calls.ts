import type { Contributions, Receipt, RefundRequest } from './contribution.ts';
import type { Failure } from './lookup.ts';
import * as messages from './messages.ts';

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/** A code was right, and the list was refused nonetheless: its time was over meanwhile. */
export const FETCH_REFUSED: Failure = { sentence: messages.FETCHING_FAILED };

/** The longest that the list stays open (spec §9). */
const SESSION_MS = 30 * 60_000;

/** Has a code sent; the sentence that says so, the same for every address. */
export async function sendCode(email: string, ask: typeof fetch): Promise<Outcome<string>> {
  const { status, body } = await post('/api/send-verification', { email }, ask);
  if (status !== 200) return failed(messages.SENDING_FAILED, body);
  return { ok: true, value: textOf(body, 'message') ?? messages.CODE_SENT };
}

/** Gives a code back. Each way to fail has its sentence (spec §8 "Code check"). */
export async function verifyCode(
  email: string,
  code: string,
  ask: typeof fetch,
): Promise<Outcome<true>> {
  const given = { check_email: email, check_code: code };
  const { status, body } = await post('/api/verify-contribution-code', given, ask);
  if (status !== 200) return failed(messages.VERIFYING_BROKE, body);
  if (body?.valid === true) return { ok: true, value: true };
  return failed(body?.valid === false ? messages.CODE_INVALID : messages.VERIFYING_FAILED);
}

export type Found =
  | { kind: 'found'; found: Contributions; closesInMs: number }
  | { kind: 'signedOut' }
  | { kind: 'failed'; failure: Failure };

/**
 * The list of whoever gave a code in this browser. How long it stays open is reckoned by the
 * server's own clock, since the visitor's may be wrong.
 */
export async function fetchContributions(ask: typeof fetch): Promise<Found> {
  const { status, body, date } = await request('/api/contributions', {}, ask);
  if (status === 401) return { kind: 'signedOut' };
  if (status !== 200 || !Array.isArray(body?.contributions)) {
    return { kind: 'failed', failure: failed(messages.FETCHING_FAILED, body).failure };
  }
  const found = body as unknown as Contributions;
  const left = Date.parse(found.expires_at) - Date.parse(date ?? '');
  const closesInMs = left > 0 && left < SESSION_MS ? left : SESSION_MS;
  return { kind: 'found', found, closesInMs };
}

/** Asks for a contribution back; the wish as it is stored. */
export async function requestRefund(
  id: string,
  reason: string,
  ask: typeof fetch,
): Promise<Outcome<RefundRequest>> {
  const path = `/api/contributions/${encodeURIComponent(id)}/refund-request`;
  const { status, body } = await post(path, { reason }, ask);
  const stored = body?.refund_request;
  if (status === 201 && stored) return { ok: true, value: stored as RefundRequest };
  return refused(messages.ASKING_FAILED, body);
}

/** Closes the list on this browser. */
export async function endLookup(ask: typeof fetch): Promise<Outcome<true>> {
  const { status } = await post('/api/end-lookup', {}, ask);
  return status === 200 ? { ok: true, value: true } : failed(messages.CLOSING_FAILED);
}

/** Erases the person of this address; the sentence that says that it is done. */
export async function eraseMyData(email: string, ask: typeof fetch): Promise<Outcome<string>> {
  const { status, body } = await post('/api/erase-my-data', { email }, ask);
  if (status === 200) return { ok: true, value: textOf(body, 'message') ?? messages.ERASED };
  return refused(messages.ERASING_FAILED, body);
}

export type ReceiptOutcome =
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'signedOut' | 'notFound' | 'failed'; sentence: string };

/** The receipt of the payment behind a contribution. */
export async function fetchReceipt(id: string, ask: typeof fetch): Promise<ReceiptOutcome> {
  const path = `/api/contributions/${encodeURIComponent(id)}/receipt`;
  const { status, body } = await request(path, {}, ask);
  if (status === 401) return { kind: 'signedOut', sentence: messages.NOT_SIGNED_IN };
  // What could not be the name of any contribution is refused before it is looked for.
  if (status === 404 || status === 400) return { kind: 'notFound', sentence: messages.NOT_YOURS };
  if (status === 200 && Array.isArray(body?.lines)) {
    return { kind: 'receipt', receipt: body as unknown as Receipt };
  }
  return { kind: 'failed', sentence: messages.RECEIPT_FAILED };
}

interface Answered {
  /** undefined: no answer came. */
  status?: number;
  body?: Record<string, unknown>;
  /** The server's clock. */
  date?: string | null;
}

function post(path: string, body: object, ask: typeof fetch): Promise<Answered> {
  const headers = { 'Content-Type': 'application/json' };
  return request(path, { method: 'POST', headers, body: JSON.stringify(body) }, ask);
}

async function request(path: string, init: RequestInit, ask: typeof fetch): Promise<Answered> {
  try {
    const response = await ask(path, init);
    const read: unknown = await response.json().catch(() => undefined);
    const body = read && typeof read === 'object' ? (read as Record<string, unknown>) : undefined;
    return { status: response.status, body, date: response.headers.get('Date') };
  } catch {
    return {};
  }
}

/** The sentence of the catalogue, with what the site said as its reason. */
function failed(sentence: string, body?: Record<string, unknown>) {
  return { ok: false as const, failure: { sentence, reason: textOf(body, 'error') } };
}

/** What the site said, else a sentence of our own. */
function refused(fallback: string, body?: Record<string, unknown>) {
  return { ok: false as const, failure: { sentence: textOf(body, 'error') ?? fallback } };
}

function textOf(body: Record<string, unknown> | undefined, key: string): string | undefined {
  const text = body?.[key];
  return typeof text === 'string' && text !== '' ? text : undefined;
}
