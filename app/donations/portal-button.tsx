import * as messages from './messages.ts';
import { useCheckoutForm } from '#app/funding/list/use-checkout-form.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** Opens a customer's portal at the payment provider in place of the page; the page's address shows the right to it. */
export function PortalButton({
  customerId,
  describedBy,
  sent,
}: {
  customerId: string;
  describedBy?: string;
  /** Why it did not open where no script asked. */
  sent?: FormOutcome | undefined;
}) {
  const { button, isBusy, sentences, sendInPlace } = useCheckoutForm<FormOutcome>({
    sent,
    failed: messages.PORTAL_FAILED,
  });
  return (
    <form method="post" onSubmit={sendInPlace} className="flex flex-col items-start gap-3">
      <input type="hidden" name="intent" value="portal" />
      <input type="hidden" name="customer" value={customerId} />
      <Button ref={button} type="submit" busy={isBusy} aria-describedby={describedBy}>
        {isBusy ? messages.OPENING : 'Manage subscription'}
      </Button>
      {sentences.length > 0 && <Notice tone="error">{sentences}</Notice>}
    </form>
  );
}
