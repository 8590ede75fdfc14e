import type { IncomingMessage, ServerResponse } from 'node:http';
import { StripeError } from './errors.ts';
import { readBody } from './http.ts';
import { allLineItems } from './line-items.ts';
import type { Session } from './objects.ts';
import { submitPayment, type FormErrors, type PaymentForm } from './payment.ts';
import {
  renderClosed,
  renderForm,
  renderUnknown,
  STYLE,
  type FormView,
} from './hosted-page-html.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * No script runs and nothing is loaded but the style sheet. `form-action` is left out: browsers
 * hold redirects after a form to it, and the form ends at the seller's own address.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

const EMPTY: PaymentForm = {
  email: '',
  method: '',
  card_number: '',
  card_expiry: '',
  card_cvc: '',
  card_name: '',
  bank_outcome: 'succeeded',
};

/** Serves /c/pay/:sessionId, the page where a buyer pays, and its style sheet. */
export async function serveHostedPage(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  if (path === '/c/style.css') return send(response, 200, 'text/css', STYLE);
  const id = /^\/c\/pay\/(\w+)$/.exec(path)?.[1];
  const session = id && sandbox.store.find(id);
  if (!session || session.object !== 'checkout.session') {
    return sendPage(response, 404, renderUnknown());
  }
  if (request.method === 'POST') return receiveForm(sandbox, request, response, session.id);
  if (request.method === 'GET' || request.method === 'HEAD') {
    return showSession(sandbox, response, session as Session);
  }
  response.writeHead(405, { Allow: 'GET, POST' }).end();
}

function showSession(sandbox: Sandbox, response: ServerResponse, session: Session): void {
  if (session.status === 'open') {
    const [method = ''] = session.payment_method_types;
    const email = session.customer_details?.email ?? '';
    return sendForm(sandbox, response, 200, { session, form: { ...EMPTY, email, method } });
  }
  const status = session.status === 'expired' ? 410 : 200;
  sendPage(response, status, renderClosed(session, successUrl(session)));
}

async function receiveForm(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  sessionId: string,
): Promise<void> {
  const form = await readForm(request, response);
  if (!form) return;
  const result = submitPayment(sandbox, sessionId, form);
  const { session } = result;
  switch (result.kind) {
    case 'complete':
      response.writeHead(303, { Location: successUrl(session), 'Cache-Control': 'no-store' }).end();
      return;
    case 'expired':
      return showSession(sandbox, response, session);
    case 'invalid':
      return sendForm(sandbox, response, 200, { session, form, errors: result.errors });
    case 'declined': {
      const { code, message } = result.decline;
      const field: keyof FormErrors = FIELD_OF_DECLINE[code] ?? 'card_number';
      return sendForm(sandbox, response, 402, { session, form, errors: { [field]: message } });
    }
  }
}

const FIELD_OF_DECLINE: Record<string, keyof FormErrors> = {
  expired_card: 'card_expiry',
  incorrect_cvc: 'card_cvc',
};

async function readForm(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<PaymentForm | undefined> {
  try {
    const sent = new URLSearchParams(await readBody(request));
    const names = Object.keys(EMPTY) as (keyof PaymentForm)[];
    return Object.fromEntries(names.map((name) => [name, sent.get(name) ?? ''])) as Record<
      keyof PaymentForm,
      string
    >;
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    send(response, error.status, 'text/plain', error.message);
    return undefined;
  }
}

function sendForm(
  sandbox: Sandbox,
  response: ServerResponse,
  status: number,
  view: Omit<FormView, 'items'>,
): void {
  const items = allLineItems(sandbox.store, view.session);
  sendPage(response, status, renderForm({ ...view, items }));
}

function successUrl({ id, success_url: url }: Session): string {
  return new URL(url.replaceAll('{CHECKOUT_SESSION_ID}', id)).href;
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.setHeader('Referrer-Policy', 'no-referrer');
  send(response, status, 'text/html', html);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}
