/** Where a dispute is answered; null where what stands in for Stripe, at `apiBase`, has no such page. */
export function dashboardUrl(
  { id, livemode }: { id: string; livemode: boolean },
  apiBase: string | undefined,
): string | null {
  if (apiBase) return null;
  return `https://dashboard.stripe.com/${livemode ? '' : 'test/'}disputes/${id}`;
}
