/** What following a product or a report says of itself. */

export const FOLLOW_LEAD =
  'We email you when it reaches its goal, when its first sample is bought, and when its results are in or corrected.';
/** The same of a report. */
export const FOLLOW_REPORT_LEAD =
  'We email you when more samples of it are published, and when a correction changes a level.';
/** Offered once a product is followed. */
export function followKind(name: string): string {
  return `Tell me about all ${name.toLowerCase()}, too`;
}

export function followSentence(
  become: 'followed' | 'unfollowed',
  productName: string,
  email: string | undefined,
): string {
  return become === 'followed'
    ? `You follow ${productName}. Updates go to ${email ?? 'your address'}.`
    : `You no longer follow ${productName}.`;
}
