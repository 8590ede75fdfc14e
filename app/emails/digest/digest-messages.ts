/** What the desk of the digest says. Apart, as every page with a sign-up loads `messages.ts`. */

/** Why no issue of the digest goes out. */
export const DIGEST_REFUSALS = {
  no_address:
    'No digest goes out without the operator’s postal address. Set OPERATOR_ADDRESS and restart the site.',
  too_soon: 'The last one went out less than a week ago. A digest goes out at most once a week.',
  nothing:
    'There is nothing to report. No results have been published and no goals reached since the last one.',
  nobody: 'Nobody has confirmed a subscription, so there is nobody to send it to.',
  overtaken:
    'Something changed since you looked, and nothing was sent. Look at it again below, then send it.',
} as const;
export const DIGEST_LEAD =
  'Results published and goals reached since the last issue, as their pages show them. It goes to everyone who confirmed a subscription, one copy per person, at most once a week.';
export const DIGEST_BY_CLOCK =
  'The site sends it automatically. Every day at 15:00 UTC, it checks whether a week has passed and there is something to report.';
export const DIGEST_BY_DESK = 'It is sent only when someone sends it from this page.';
export const DIGEST_SURE_NEEDED = 'Check the box to confirm that you have looked at it.';
export const CLOCK_SET = 'Noted.';

/** What is said once an issue is on its way. */
export function digestSent(number: number, copies: string): string {
  return `Issue ${number} is on its way: ${copies}.`;
}
