import type { IncomingMessage, ServerResponse } from 'node:http';
import { readCard } from '#sandbox/stripe/payments/cards.ts';
import { tryInvoice } from '#sandbox/stripe/subscriptions/invoice-payment.ts';
import type { Invoice, PortalSession, StripeSubscription } from '#sandbox/stripe/objects.ts';
import { readPosted, seeOther, sendPage } from './page-http.ts';
import {
  renderCancel,
  renderCard,
  renderExpiredPortal,
  renderHome,
  renderUnknownPortal,
  type CardErrors,
} from './portal-html.ts';
import { findPortalSession, extendSession } from './portal-sessions.ts';
import { ownedBy, viewOf } from './portal-view.ts';
import { changeCard } from '#sandbox/stripe/payments/saved-cards.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import {
  cancelAtPeriodEnd,
  saveSubscription,
} from '#sandbox/stripe/subscriptions/subscription-changes.ts';

const CARD_FIELDS = ['card_number', 'card_expiry', 'card_cvc', 'card_name'] as const;
const FIELDS = ['action', 'subscription', 'invoice', ...CARD_FIELDS] as const;
type Fields = Record<(typeof FIELDS)[number], string>;

/** What a form did; `nothing` where it came too late or was not offered. */
type Outcome =
  | { kind: keyof typeof NOTICES }
  | { kind: 'nothing' }
  | { kind: 'wrong card'; status: number; errors: CardErrors }
  | { kind: 'not paid' };

const NOTICES = {
  canceled: 'Your subscription is canceled.',
  resumed: 'Your subscription goes on.',
  card: 'Your card is saved.',
  paid: 'The invoice is paid.',
};

/** Serves /p/session/:session_secret, where a customer looks after their subscriptions. */
export async function servePortal(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
): Promise<void> {
  const session = findPortalSession(sandbox, path);
  if (!session) return sendPage(response, 404, renderUnknownPortal());
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    response.writeHead(405, { Allow: 'GET, POST' }).end();
    return;
  }
  if (!extendSession(sandbox, session)) {
    return sendPage(response, 410, renderExpiredPortal(session));
  }
  if (method === 'POST') return receiveForm(sandbox, request, response, session, path);
  sendPage(response, 200, show(sandbox, session, new URLSearchParams(query)));
}

function show(sandbox: Sandbox, session: PortalSession, query: URLSearchParams): string {
  const view = viewOf(sandbox, session);
  const done = query.get('done') ?? '';
  const notice = Object.hasOwn(NOTICES, done) ? NOTICES[done as keyof typeof NOTICES] : '';
  const canceling = view.subscriptions.find(
    ({ subscription }) => subscription.id === query.get('cancel'),
  );
  if (canceling && isOn(canceling.subscription)) return renderCancel(canceling);
  if (query.has('card')) {
    return renderCard({ card_number: '', card_expiry: '', card_cvc: '', card_name: '' });
  }
  return renderHome(view, notice);
}

async function receiveForm(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  session: PortalSession,
  path: string,
): Promise<void> {
  const fields = await readPosted(request, response, FIELDS);
  if (!fields) return;
  const outcome = sandbox.store.transaction(() => act(sandbox, session, fields));
  switch (outcome.kind) {
    case 'nothing':
      return seeOther(response, path);
    case 'wrong card':
      return sendPage(response, outcome.status, renderCard(fields, outcome.errors));
    case 'not paid': {
      const problem = 'Your card was declined. Change your card and try again.';
      return sendPage(response, 402, renderHome(viewOf(sandbox, session), '', problem));
    }
    default:
      return seeOther(response, `${path}?done=${outcome.kind}`);
  }
}

function act(sandbox: Sandbox, session: PortalSession, fields: Fields): Outcome {
  const subscriptions = ownedBy<StripeSubscription>(sandbox, 'subscription', session.customer);
  const subscription = subscriptions.find(({ id }) => id === fields.subscription);
  if (fields.action === 'card') return saveNewCard(sandbox, subscriptions, fields);
  if (fields.action === 'pay') return payNow(sandbox, session, fields.invoice);
  if (!subscription || subscription.status === 'canceled') return { kind: 'nothing' };
  const isEnding = subscription.cancel_at_period_end;
  if (fields.action === 'resume' && isEnding) {
    saveSubscription(sandbox, subscription, cancelAtPeriodEnd(sandbox, subscription, false));
    return { kind: 'resumed' };
  }
  if (fields.action !== 'cancel' || isEnding) return { kind: 'nothing' };
  saveSubscription(sandbox, subscription, cancelAtPeriodEnd(sandbox, subscription, true));
  return { kind: 'canceled' };
}

function saveNewCard(
  sandbox: Sandbox,
  subscriptions: StripeSubscription[],
  fields: Fields,
): Outcome {
  const name = fields.card_name.trim();
  const read = readCard(fields, sandbox.clock.nowS());
  const errors: CardErrors = 'errors' in read ? { ...read.errors } : {};
  if (!name || name.length > 200) errors.card_name = 'Enter the name on the card.';
  if (!('card' in read) || errors.card_name) return { kind: 'wrong card', status: 200, errors };
  const { decline } = read.card;
  if (decline) {
    return { kind: 'wrong card', status: 402, errors: { card_number: decline.message } };
  }
  const running = subscriptions.filter(({ status }) => status !== 'canceled');
  changeCard(sandbox, running, read.card, name);
  return running.length > 0 ? { kind: 'card' } : { kind: 'nothing' };
}

function payNow(sandbox: Sandbox, { customer }: PortalSession, id: string): Outcome {
  const invoice = sandbox.store.find(id) as Invoice | undefined;
  const isTheirs = invoice?.object === 'invoice' && invoice.customer === customer;
  if (!isTheirs || invoice.status !== 'open') return { kind: 'nothing' };
  return { kind: tryInvoice(sandbox, invoice).status === 'paid' ? 'paid' : 'not paid' };
}

/** Whether the subscription can still be canceled. */
function isOn({ status, cancel_at_period_end: isEnding }: StripeSubscription): boolean {
  return status !== 'canceled' && !isEnding;
}
