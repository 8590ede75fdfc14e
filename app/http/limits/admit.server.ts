import { refuseForNow, type Refusal, type Visitor } from '#app/http/call.ts';
import type { RateLimit, Rule } from './limits.ts';
import { tooManyForAddress, tooManyRequests } from '#app/platform/messages.ts';
import { hasProven } from '#app/mail/tokens.server.ts';
import {
  countHits,
  mailboxKey,
  noteLimitHit,
  secondsLeft,
  uncountHits,
} from './rate-limit.server.ts';

/** What a limit may count beside the visitor. */
interface Subject {
  /** The mailbox that something goes to, or whose owner asks; normalised. */
  email?: string;
  /** How much this counts; 1 where it is not set. */
  count?: number;
  /** What is said in place of the usual sentences. */
  sentence?: (wait: string) => string;
}

/**
 * Counts a request against a limit (docs/limits.md): undefined where it may go on, else the refusal,
 * which says when to come again. What is refused uses nothing up, and no answer depends on whether a
 * mailbox is known.
 */
export async function admit(
  limit: RateLimit,
  visitor: Visitor,
  { email, count = 1, sentence }: Subject = {},
): Promise<Refusal | undefined> {
  const isOwn = email !== undefined && (await hasProven(email, visitor.browserHash));
  const mailbox = email === undefined ? '' : mailboxKey(email);
  const who = ({ by }: Rule) =>
    ({
      address: visitor.addressHash,
      browser: visitor.browserHash,
      network: visitor.networkHash ?? visitor.addressHash,
      mailbox,
      // One's own browser counts apart from the others at its address.
      pair: `${mailbox}:${isOwn ? visitor.browserHash : visitor.addressHash}`,
    })[by];
  const rules = (isOwn && limit.own) || limit.rules;
  // Those of the visitor first: what they are refused for touches no row that others share.
  const counted: (Rule & { key: string; windowSeconds: number; count: number })[] = [];
  for (const isShared of [false, true]) {
    const rows = rules
      .filter(({ by }) => ['mailbox', 'network'].includes(by) === isShared)
      .map((rule) => {
        const key = `${limit.name}:${rule.by}:${rule.seconds}:${who(rule)}`;
        return { ...rule, key, windowSeconds: rule.seconds, count };
      });
    const hits = await countHits(rows);
    counted.push(...rows);
    const full = rows.filter(({ most }, at) => (hits[at] ?? 0) > most);
    const last = full.toSorted((a, b) => secondsLeft(b) - secondsLeft(a))[0];
    if (!last) continue;
    await uncountHits(counted);
    noteLimitHit(limit.name);
    const isOfMailbox = last.by === 'mailbox' || last.by === 'pair';
    const usual = isOfMailbox ? tooManyForAddress : tooManyRequests;
    return refuseForNow(secondsLeft(last), sentence ?? usual);
  }
  return undefined;
}
