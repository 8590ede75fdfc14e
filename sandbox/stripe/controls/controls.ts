import type { IncomingMessage, ServerResponse } from 'node:http';
import { endOutOfBand, moveBalance, payForeign } from './account-controls.ts';
import { controlSubscription } from './billing-controls.ts';
import { cardExpiry } from '#sandbox/stripe/payments/cards.ts';
import { addDelivery, giveUpOld, withPending } from '#sandbox/stripe/webhooks/deliveries.ts';
import { runDue } from './due.ts';
import { StripeError, invalidRequest, missingParam } from '#sandbox/stripe/api/errors.ts';
import { setApiFaults, setWebhookFaults } from './fault-controls.ts';
import { firedFaults, readFaults } from './faults.ts';
import { checkKey, readBody, sendJson, toStripeError } from '#sandbox/stripe/api/http.ts';
import {
  contest,
  endDispute,
  moveDisputed,
  endRefund,
  limitBalance,
  planRefunds,
} from './money-controls.ts';
import { presentIn } from './presentment.ts';
import { isOutcome, type Session, type StripeEvent } from '#sandbox/stripe/objects.ts';
import { checkRange } from '#sandbox/stripe/api/params.ts';
import { submitPayment, type PaymentForm } from '#sandbox/stripe/payments/payment.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { PAYMENT_METHOD_TYPES } from '#sandbox/stripe/checkout/session-params.ts';
import { settle } from '#sandbox/stripe/payments/settlement.ts';
import { returnDebit, setFees, setLateness, setRefundLimits } from './term-controls.ts';

type Input = Record<string, unknown>;
type Control = (sandbox: Sandbox, input: Input, id: string, verb?: string) => unknown;

const MAX_ADVANCE_S = 10 * 366 * 86_400;

/** What a test or a developer may do to the sandbox, under /_sandbox/, in JSON. */
const controls: [method: string, pattern: RegExp, control: Control][] = [
  ['GET', /^\/_sandbox\/state$/, showState],
  ['GET', /^\/_sandbox\/copy$/, ({ store }) => ({ sqlite: store.copy().toString('base64') })],
  ['POST', /^\/_sandbox\/clock$/, setClock],
  ['POST', /^\/_sandbox\/webhooks$/, setWebhookFaults],
  ['POST', /^\/_sandbox\/faults$/, setApiFaults],
  ['GET', /^\/_sandbox\/faults$/, ({ store }) => readFaults(store)],
  ['POST', /^\/_sandbox\/events\/([^/]+)\/resend$/, resendEvent],
  ['POST', /^\/_sandbox\/sessions\/([^/]+)\/bank$/, offerBankPayment],
  ['POST', /^\/_sandbox\/sessions\/([^/]+)\/presentment$/, presentIn],
  ['POST', /^\/_sandbox\/async\/([^/]+)$/, settleBankPayment],
  ['POST', /^\/_sandbox\/refunds$/, planRefunds],
  ['POST', /^\/_sandbox\/refunds\/([^/]+)$/, endRefund],
  ['POST', /^\/_sandbox\/balance$/, limitBalance],
  ['POST', /^\/_sandbox\/dispute$/, contest],
  ['POST', /^\/_sandbox\/dispute\/([^/]+)\/close$/, endDispute],
  ['POST', /^\/_sandbox\/dispute\/([^/]+)\/funds$/, moveDisputed],
  ['POST', /^\/_sandbox\/pay\/([^/]+)$/, pay],
  ['POST', /^\/_sandbox\/transactions$/, moveBalance],
  ['POST', /^\/_sandbox\/foreign$/, payForeign],
  ['POST', /^\/_sandbox\/invoices\/([^/]+)\/out_of_band$/, endOutOfBand],
  ['POST', /^\/_sandbox\/fees$/, setFees],
  ['POST', /^\/_sandbox\/late_transactions$/, setLateness],
  ['POST', /^\/_sandbox\/refund_limits$/, setRefundLimits],
  [
    'POST',
    /^\/_sandbox\/subscriptions\/([^/]+)\/(payments|card|renew|retry)$/,
    controlSubscription,
  ],
];

/** Serves one control; needs the secret key as the API does, and refuses in the same form. */
export async function serveControl(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  try {
    checkKey(request, sandbox.options.secretKey);
    const input = readInput(await readBody(request));
    for (const [method, pattern, control] of controls) {
      const match = pattern.exec(path);
      if (!match || method !== request.method) continue;
      const body = control(sandbox, input, match[1] ?? '', match[2]);
      return sendJson(response, 200, JSON.stringify(body));
    }
    throw new StripeError(404, 'invalid_request_error', `No such control: ${path}`);
  } catch (error) {
    const refusal = toStripeError(error);
    sendJson(response, refusal.status, JSON.stringify(refusal.toBody()));
  }
}

/** Moves the clock forward and does at once what became due. Returns the new time, in seconds. */
export function advanceBy(sandbox: Sandbox, seconds: number): number {
  return offsetTo(sandbox, sandbox.clock.offsetS() + seconds);
}

/**
 * Sets the clock so many seconds ahead of the machine's, or below zero behind it, and does at once
 * what became due. Returns the new time, in seconds.
 */
export function offsetTo(sandbox: Sandbox, seconds: number): number {
  sandbox.clock.setOffset(seconds);
  runDue(sandbox);
  giveUpOld(sandbox);
  sandbox.wakeDeliverer();
  return sandbox.clock.nowS();
}

function showState({ store, clock }: Sandbox) {
  return {
    now: clock.nowS(),
    clock_offset_seconds: clock.offsetS(),
    objects: counts('SELECT kind name, count(*) n FROM objects GROUP BY kind'),
    sessions: counts(
      `SELECT json_extract(json, '$.status') name, count(*) n FROM objects
       WHERE kind = 'checkout.session' GROUP BY 1`,
    ),
    deliveries: counts('SELECT state name, count(*) n FROM deliveries GROUP BY state'),
    webhooks: readFaults(store).webhooks,
    faults: firedFaults(store),
  };

  function counts(sql: string): Record<string, number> {
    const rows = store.all<{ name: string; n: number }>(sql);
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
  }
}

function setClock(sandbox: Sandbox, input: Input) {
  if (input.offset_seconds !== undefined) {
    const offset = integer(input, 'offset_seconds', -MAX_ADVANCE_S, MAX_ADVANCE_S);
    return { now: offsetTo(sandbox, offset) };
  }
  const seconds = integer(input, 'advance_seconds', 0, MAX_ADVANCE_S);
  return { now: advanceBy(sandbox, seconds) };
}

function resendEvent(sandbox: Sandbox, _: Input, id: string) {
  const event = sandbox.store.need<StripeEvent>('event', id);
  addDelivery(sandbox, id);
  return withPending(sandbox.store, event);
}

/** As a session that was opened before its seller took cards alone. */
function offerBankPayment({ store }: Sandbox, _: Input, id: string) {
  const session = store.need<Session>('checkout.session', id);
  store.update({ ...session, payment_method_types: PAYMENT_METHOD_TYPES });
  return store.need<Session>('checkout.session', id);
}

function settleBankPayment(sandbox: Sandbox, { outcome }: Input, id: string) {
  if (outcome === 'returned') return returnDebit(sandbox, id);
  if (!isOutcome(outcome)) {
    const known = 'succeeded, failed or returned';
    throw invalidRequest(`Invalid outcome: must be one of ${known}`, 'outcome');
  }
  return settle(sandbox, id, outcome);
}

/** Pays as the form of the hosted page does; what is left out is filled in with what pays. */
function pay(sandbox: Sandbox, input: Input, id: string) {
  const text = (name: keyof PaymentForm, fallback: string) => String(input[name] ?? fallback);
  const result = submitPayment(sandbox, id, {
    email: text('email', ''),
    method: text('method', 'card'),
    card_number: text('card_number', '4242424242424242'),
    card_expiry: text('card_expiry', cardExpiry(sandbox.clock.nowS(), 5)),
    card_cvc: text('card_cvc', input.card_number === '378282246310005' ? '1234' : '123'),
    card_name: text('card_name', 'Sandbox Payer'),
    bank_outcome: text('bank_outcome', 'wait'),
  });
  switch (result.kind) {
    case 'complete':
      return result.session;
    case 'expired':
      throw invalidRequest('This Checkout Session has expired.');
    case 'invalid': {
      const [[param, message] = ['', '']] = Object.entries(result.errors);
      throw invalidRequest(message, param);
    }
    case 'declined': {
      const { code, declineCode, message } = result.decline;
      throw new StripeError(402, 'card_error', message, { code, decline_code: declineCode });
    }
  }
}

function readInput(body: string): Input {
  if (body === '') return {};
  try {
    const input: unknown = JSON.parse(body);
    if (input && typeof input === 'object' && !Array.isArray(input)) return input as Input;
  } catch {
    // Told below, as any other body that is not an object.
  }
  throw invalidRequest('Send a JSON object.');
}

function integer(input: Input, name: string, min: number, max: number): number {
  const value = input[name];
  if (value === undefined) throw missingParam(name);
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw invalidRequest(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  }
  checkRange(value, min, max, name);
  return value;
}
