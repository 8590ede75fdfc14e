import { PortalButton } from '#app/donations/portal-button.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** The success page's block for a monthly donation that has just begun. */
export function ManageDonation(claim: { customerId: string; sessionId: string }) {
  return (
    <section aria-labelledby="manage">
      <RuleLabel id="manage">Your monthly donation</RuleLabel>
      <p className="mt-3 mb-4 text-ink-soft">
        Change your card, see your payments or cancel on the payment provider’s page.
      </p>
      <PortalButton claim={claim} />
    </section>
  );
}
