import { useEffect, type ComponentType, type ReactNode } from 'react';
import { href, Link, useRevalidator } from 'react-router';
import type { NextOfKind } from './next-of-kind.server.ts';
import * as messages from './order-messages.ts';
import { OrderDetails } from './order-details.tsx';
import { OrderStanding } from './order-standing.tsx';
import { wordsFor } from './order-words.ts';
import { useOrder, type CompletedOrder, type OrderOutcome } from './use-order.ts';
import { Button, buttonClass, Spinner } from '#app/ui/button.tsx';
import { formatCents } from '#app/kit/money.ts';
import { Notice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/**
 * What became of a checkout session; '' stands for an address that names none. `manage` draws what
 * follows the details of an order that began a monthly donation, which has a subscription and a
 * customer; which ones is told to the browser that paid alone.
 */
export function OrderScreen({
  sessionId,
  next: nextOfKind = null,
  manage: Manage,
}: {
  sessionId: string;
  /** One more product like what was paid for. */
  next?: NextOfKind | null;
  manage?: ComponentType<{ customerId: string | null }>;
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
      <WhereItIs order={order} />
      <OrderDetails order={order} />
      {order.products.length > 0 && <OrderStanding order={order} />}
      {Manage && order.kind === 'subscription' && <Manage customerId={order.customerId} />}
      {next.length > 0 && <NextSteps steps={next} />}
      <OneMore next={nextOfKind} />
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

/** Where the receipt goes, and where to find this again. */
function WhereItIs({ order: { email, isOwn } }: { order: CompletedOrder }) {
  if (email === null) return null;
  return (
    <p>
      {messages.receiptGoesTo(email, isOwn)}
      {isOwn && (
        <span>
          {' '}
          You can see all this later under{' '}
          <Link to={href('/view-contributions')} className="link">
            Your contributions
          </Link>
          , with a code that we email to you.
        </span>
      )}
    </p>
  );
}

/** One more to give to, and what it lacks; asked for again where the page is older than its payment. */
function OneMore({ next }: { next: NextOfKind | null }) {
  const { revalidate } = useRevalidator();
  const isMissing = !next;
  useEffect(() => void (isMissing && revalidate()), [isMissing, revalidate]);
  if (!next) return null;
  const { id, name, kind, missingCents } = next;
  return (
    <section aria-labelledby="one-more">
      <RuleLabel id="one-more">
        {kind ? `Another test: ${kind.toLowerCase()}` : 'Closest to being tested'}
      </RuleLabel>
      <p className="mt-3">
        <Link to={href('/product/:id', { id: String(id) })} className="link wrap-anywhere">
          {name}
        </Link>{' '}
        still needs {formatCents(missingCents)}. Or see{' '}
        <Link to={href('/tests')} className="link">
          every test that was funded
        </Link>
        .
      </p>
    </section>
  );
}

function Waiting() {
  return (
    <Sheet title="Your order">
      <p role="status" className="flex items-center gap-3 text-lg noscript:hidden">
        <span>{messages.LOADING_ORDER}</span>
        <Spinner className="text-accent-ink" />
      </p>
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
