import { useState } from 'react';
import { ask, type Asked } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';
import { LINK_FAILED } from './messages.ts';
import { PortalButton } from './portal-button.tsx';

/**
 * The success page's block for a monthly donation that has just begun. Without `customerId` this is
 * not the browser that paid: it can have a link emailed to whoever did.
 */
export function ManageDonation({
  customerId,
  sessionId,
}: {
  customerId: string | null;
  sessionId: string;
}) {
  return (
    <section aria-labelledby="manage">
      <RuleLabel id="manage">Your monthly donation</RuleLabel>
      <p className="mt-3 mb-4 text-ink-soft">
        Change your card, see your payments, or cancel on the payment provider’s page.
        {customerId === null &&
          ' This browser is not the one that paid, so we email a link to the person who did.'}
      </p>
      {customerId === null ? (
        <OrderLinkButton sessionId={sessionId} />
      ) : (
        <PortalButton claim={{ customerId, sessionId }} />
      )}
    </section>
  );
}

/** Has a link to a monthly donation emailed to the address that it was begun with. */
function OrderLinkButton({ sessionId }: { sessionId: string }) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Asked<'post /api/send-order-link'>>();
  const button = useFocusKept(isBusy);

  async function send() {
    if (isBusy) return;
    setBusy(true);
    setOutcome(undefined);
    const body = { sessionId };
    setOutcome(await ask('post /api/send-order-link', { body, failed: LINK_FAILED }));
    setBusy(false);
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <Button ref={button} busy={isBusy} onClick={() => void send()}>
        {isBusy ? 'Sending…' : 'Email me a link'}
      </Button>
      <div role="status">
        {outcome?.ok && <Notice tone="good">{outcome.body.message}</Notice>}
        {outcome?.ok === false && <Notice tone="error">{outcome.sentence}</Notice>}
      </div>
    </div>
  );
}
