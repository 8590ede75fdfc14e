import type { FormOutcome } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { FormNotice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { useSentForm } from '#app/ui/use-sent-form.ts';
import { LINK_FAILED } from './messages.ts';
import { PortalButton } from './portal-button.tsx';

/**
 * The success page's block for a monthly donation that has just begun. Without `customerId` this is
 * not the browser that paid: it can have a link emailed to whoever did.
 */
export function ManageDonation({ customerId }: { customerId: string | null }) {
  return (
    <section aria-labelledby="manage">
      <RuleLabel id="manage">Your monthly donation</RuleLabel>
      <p className="mt-3 mb-4 text-ink-soft">
        Change your card, see your payments, or cancel on the payment provider’s page.
        <span>
          {customerId === null &&
            ' This browser is not the one that paid, so we email a link to the person who did.'}
        </span>
      </p>
      {customerId === null ? <OrderLinkButton /> : <PortalButton customerId={customerId} />}
    </section>
  );
}

/** Has a link to a monthly donation emailed to the address that it was begun with. */
function OrderLinkButton() {
  const { button, isBusy, outcome, sendInPlace } = useSentForm<FormOutcome>({
    failed: LINK_FAILED,
  });
  return (
    <form method="post" onSubmit={sendInPlace}>
      <Button ref={button} type="submit" busy={isBusy}>
        {isBusy ? 'Sending…' : 'Email me a link'}
      </Button>
      <FormNotice outcome={outcome} />
    </form>
  );
}
