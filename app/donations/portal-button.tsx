import type { FormEvent } from 'react';
import * as messages from './messages.ts';
import { leaveFor } from '#app/funding/list/leave-for.ts';
import { useLeaving } from '#app/funding/list/use-leaving.ts';
import { ask } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';

/** What shows the right to a customer's portal: the checkout session, or a mailed link. */
type PortalClaim =
  | { customerId: string; sessionId: string }
  | { customerId: string; token: string };

/** Opens the payment provider's portal in place of the page; without scripts, by the page's own form. */
export function PortalButton({
  claim,
  describedBy,
  said,
}: {
  claim: PortalClaim;
  describedBy?: string;
  /** Why it did not open where no script asked. */
  said?: string[] | undefined;
}) {
  const { start, isBusy, sentences } = useLeaving(said);
  const button = useFocusKept(isBusy);
  const open = (event: FormEvent) => {
    event.preventDefault();
    void start(async (signal) => {
      const failed = messages.PORTAL_FAILED;
      const asked = await ask('post /api/create-portal-session', { body: claim, signal, failed });
      return leaveFor(asked, failed);
    });
  };
  return (
    <form method="post" onSubmit={open} className="flex flex-col items-start gap-3">
      <input type="hidden" name="intent" value="portal" />
      <input type="hidden" name="customer" value={claim.customerId} />
      <Button ref={button} type="submit" busy={isBusy} aria-describedby={describedBy}>
        {isBusy ? messages.OPENING : 'Manage subscription'}
      </Button>
      {sentences.length > 0 && <Notice tone="error">{sentences}</Notice>}
    </form>
  );
}
