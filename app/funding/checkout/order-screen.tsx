import type { ComponentType, ReactNode } from 'react';
import { href, Link } from 'react-router';
import type { CompletedOrder, OrderOutcome } from './load-order.ts';
import * as messages from './order-messages.ts';
import { OrderDetails } from './order-details.tsx';
import { OrderStanding } from './order-standing.tsx';
import { useOrder } from './use-order.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { REFUND_DAYS } from '#app/kit/facts.ts';

const FUNDED = {
  lead: 'Thank you. Your contribution is recorded and counts from now on.',
  next: [
    'Testing begins when a product reaches its goal.',
    'The results are published on this site, for everyone.',
    `If a goal is not reached within ${REFUND_DAYS} days, your contribution is refunded automatically.`,
  ],
};

const DONATED = {
  lead: 'Thank you. Your donation is recorded.',
  next: [
    'An email confirms the payment. It is not a tax receipt.',
    'Your donation does not go to a single product. It helps wherever the project needs it most.',
    'Nothing else is charged.',
  ],
};

const DONATED_MONTHLY = {
  lead: 'Thank you. Your first monthly donation is recorded.',
  next: [
    'The same amount is charged each month until you cancel. An email confirms each payment. It is not a tax receipt.',
    'Your donation does not go to a single product. It helps wherever the project needs it most.',
    'You can change your card or cancel at any time, here or through a link that the donation page emails to you.',
  ],
};

const FUNDED_MONTHLY = {
  lead: 'Thank you. Your first monthly gift is recorded and counts from now on.',
  next: [
    'The same amount is charged each month until you cancel. An email confirms each payment and says what it completed.',
    `What goes to a product or a pool is refunded automatically unless it pays for a test within ${REFUND_DAYS} days.`,
    'You can change what each month is for, change your card, or cancel at any time, through a link that the donation page emails to you.',
  ],
};

/** What is said beside an order, by what was paid for. */
function wordsFor({ kind, products }: CompletedOrder) {
  if (kind === 'donation') return DONATED;
  if (kind !== 'subscription') return FUNDED;
  return products.length > 0 ? FUNDED_MONTHLY : DONATED_MONTHLY;
}

/**
 * What became of a checkout session; '' stands for an address that names none. `manage` draws what
 * follows the details of an order that began a monthly donation, which has a subscription and a
 * customer; which ones is told to the browser that paid alone.
 */
export function OrderScreen({
  sessionId,
  manage: Manage,
}: {
  sessionId: string;
  manage?: ComponentType<{ customerId: string | null; sessionId: string }>;
}) {
  const { outcome, retry } = useOrder(sessionId);
  if (sessionId === '') {
    return (
      <Sheet title="No checkout to show">
        <Notice tone="error">{messages.orderFailed(messages.SESSION_MISSING)}</Notice>
        <ReturnHome />
      </Sheet>
    );
  }
  if (!outcome) return <Waiting />;
  if (outcome.kind !== 'order') return <NotShown outcome={outcome} retry={retry} />;
  const { order } = outcome;
  const { lead, next } = wordsFor(order);
  return (
    <Sheet title="Payment confirmed" lead={lead}>
      <OrderDetails order={order} />
      {order.products.length > 0 && <OrderStanding products={order.products} />}
      {Manage && order.kind === 'subscription' && (
        <Manage customerId={order.customerId} sessionId={sessionId} />
      )}
      <NextSteps steps={next} />
      <ReturnHome />
    </Sheet>
  );
}

function Sheet({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-7">
        <header>
          <h1 className="text-3xl">{title}</h1>
          {lead && <p className="mt-3 text-lg text-ink-soft">{lead}</p>}
        </header>
        {children}
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <Sheet title="Your order">
      <SystemLine busy className="noscript:hidden">
        {messages.LOADING_ORDER}
      </SystemLine>
      <noscript>
        <Notice>{messages.ORDER_NEEDS_JAVASCRIPT}</Notice>
      </noscript>
      <ReturnHome />
    </Sheet>
  );
}

function NotShown({
  outcome,
  retry,
}: {
  outcome: Exclude<OrderOutcome, { kind: 'order' }>;
  retry: () => void;
}) {
  const isProcessing = outcome.kind === 'processing';
  return (
    <Sheet title={isProcessing ? 'Payment on its way' : 'Your order'}>
      <Notice
        tone={isProcessing ? 'good' : 'error'}
        action={
          <Button size="small" onClick={retry}>
            {isProcessing ? 'Check again' : 'Try again'}
          </Button>
        }
      >
        {isProcessing ? <span role="status">{outcome.sentence}</span> : outcome.sentence}
      </Notice>
      <ReturnHome />
    </Sheet>
  );
}

function NextSteps({ steps }: { steps: string[] }) {
  return (
    <section aria-labelledby="next">
      <RuleLabel id="next">Next steps</RuleLabel>
      <ol className="mt-3 flex list-decimal flex-col gap-2 pl-6 marker:font-mono marker:text-accent-ink">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

function ReturnHome() {
  return (
    <p>
      <Link to={href('/')} className={buttonClass()}>
        Return home
      </Link>
    </p>
  );
}
