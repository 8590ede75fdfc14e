import type { IncomingMessage, ServerResponse } from 'node:http';
import { allLineItems } from '#sandbox/stripe/checkout/line-items.ts';
import type { StripeProduct, Session } from '#sandbox/stripe/objects.ts';
import { readPosted, seeOther, sendPage, sendBody } from './page-http.ts';
import {
  submitPayment,
  type FormErrors,
  type PaymentForm,
} from '#sandbox/stripe/payments/payment.ts';
import {
  renderClosed,
  renderForm,
  renderUnknown,
  STYLE,
  type FormView,
} from './hosted-page-html.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

const EMPTY: PaymentForm = {
  email: '',
  method: '',
  card_number: '',
  card_expiry: '',
  card_cvc: '',
  card_name: '',
  bank_outcome: 'succeeded',
};

const FIELDS = Object.keys(EMPTY) as (keyof PaymentForm)[];

/** Serves /c/pay/:sessionId, the page where a buyer pays, and its style sheet. */
export async function serveHostedPage(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  if (path === '/c/style.css') return sendBody(response, 200, 'text/css', STYLE);
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
  const form = await readPosted(request, response, FIELDS);
  if (!form) return;
  const result = submitPayment(sandbox, sessionId, form);
  const { session } = result;
  switch (result.kind) {
    case 'complete':
      return seeOther(response, successUrl(session));
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

function sendForm(
  sandbox: Sandbox,
  response: ServerResponse,
  status: number,
  view: Omit<FormView, 'items'>,
): void {
  const { store } = sandbox;
  const items = allLineItems(store, view.session).map((item) => {
    const { description } = store.need<StripeProduct>('product', item.price.product);
    return { ...item, about: description };
  });
  sendPage(response, status, renderForm({ ...view, items }));
}

function successUrl({ id, success_url: url }: Session): string {
  return new URL(url.replaceAll('{CHECKOUT_SESSION_ID}', id)).href;
}
