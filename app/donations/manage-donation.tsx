import { OrderLinkButton } from './order-link-button.tsx';
import { PortalButton } from './portal-button.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

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
