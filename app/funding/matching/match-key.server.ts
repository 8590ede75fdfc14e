import { createHmac, timingSafeEqual } from 'node:crypto';
import { authSecret } from '#app/platform/auth-secret.server.ts';

/** What opens the page on which a sponsor pays: it follows from the match and is nowhere stored. */
export function matchKey(matchId: number): string {
  return createHmac('sha256', authSecret()).update(`match ${matchId}`).digest('base64url');
}

/** The page on which its sponsor pays, with its key. */
export function payPath(matchId: number): string {
  return `/matches/${matchId}/pay?key=${matchKey(matchId)}`;
}

/** Whether somebody has that of a match; how much of it is right takes no longer or shorter. */
export function isMatchKey(matchId: number, given: string): boolean {
  const [own, other] = [Buffer.from(matchKey(matchId)), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}
