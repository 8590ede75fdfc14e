import type { NotAnswered } from '#app/http/ask.ts';
import { leaveTo } from '#app/analytics/track.ts';

/** The page is left, or why it is not: a sentence each, none where the visitor wanted to stay. */
export type Departure = 'left' | string[];

/** Goes to the address that a call of the payment provider answered, if it is one of a web page. */
export function leaveFor(
  asked: { ok: true; body: { url: string } } | NotAnswered,
  noAddress: string,
  onLeaving?: () => void,
): Departure {
  if (!asked.ok) return [asked.sentence];
  const { url } = asked.body;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return [noAddress];
  onLeaving?.();
  leaveTo(url);
  return 'left';
}
