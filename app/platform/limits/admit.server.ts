import type { Refusal, Visitor } from '#app/platform/http/call.ts';
import { refuseForNow } from '#app/platform/http/call.ts';
import {
  ROOM_BY_STEP,
  ROOM_FOR_A_PAIR,
  type Counted,
  type RateLimit,
  type Rule,
} from './limits.ts';
import { tooManyForAddress, tooManyRequests } from '#app/platform/messages.ts';
import { hasProven } from './own-browsers.server.ts';
import { createProofChallenge, isProof, MOST_LEVELS } from './proof.server.ts';
import {
  countHits,
  mailboxKey,
  noteLimitHit,
  secondsLeft,
  uncountHits,
  type Counting,
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

/** One row of a rule: who is counted, and what they may. */
interface Row extends Counting {
  by: Counted;
  plain: number;
  most: number;
}

/**
 * Counts a request against a limit (docs/limits.md): undefined where it may go on, else the refusal,
 * which says when to come again and, where more is allowed for a proof of work, what is to be proven.
 * What is refused uses nothing up, and no answer depends on whether a mailbox is known.
 */
export async function admit(
  limit: RateLimit,
  visitor: Visitor,
  subject: Subject = {},
): Promise<Refusal | undefined> {
  const isOwn =
    subject.email !== undefined && (await hasProven(subject.email, visitor.browserHash));
  const rules = (isOwn && limit.own) || limit.rules;
  const rowsBy = (isShared: boolean) =>
    rules
      .filter(({ by }) => (by === 'mailbox' || by === 'everybody') === isShared)
      .flatMap((rule) => rowsOf(limit, rule, visitor, subject, isOwn));
  // Those of the visitor first: what they are refused for touches no row that others share.
  const counted: Row[] = [];
  let level = -1;
  let needed: Row | undefined;
  for (const rows of [rowsBy(false), rowsBy(true)]) {
    const hits = await countHits(rows);
    counted.push(...rows);
    const isOver = (row: Row, at: number) => (hits[at] ?? 0) > row.most;
    const closed = rows.filter(isOver).toSorted((a, b) => secondsLeft(b) - secondsLeft(a))[0];
    if (closed) {
      await uncountHits(counted);
      return refusal(limit, closed, subject);
    }
    for (const [at, row] of rows.entries()) {
      const ratio = (hits[at] ?? 0) / row.plain;
      if (ratio <= 1) continue;
      needed = row;
      level = Math.max(level, Math.min(MOST_LEVELS, Math.floor(Math.log2(ratio))));
    }
  }
  if (!needed || (await isProof(visitor, limit.name, level))) return undefined;
  await uncountHits(counted);
  return refusal(limit, needed, subject, await createProofChallenge(limit.name, level));
}

/** The rows of a rule: one for each network of the visitor, or the one that it is about. */
function rowsOf(
  { name }: RateLimit,
  { by, seconds, plain, proven = plain }: Rule,
  { networks, browserHash }: Visitor,
  { email, count = 1 }: Subject,
  isOwn: boolean,
): Row[] {
  const who = email === undefined ? '' : mailboxKey(email);
  const row = (key: string, room = 1): Row => ({
    key: `${name}:${by}:${seconds}:${key}`,
    windowSeconds: seconds,
    count,
    by,
    plain: plain * room,
    most: proven * room,
  });
  if (by === 'everybody') return [row('')];
  if (by === 'mailbox') return [row(who)];
  if (by === 'browser') return [row(browserHash)];
  // One's own browser is the narrowest of all networks.
  if (isOwn) return [row(`${who}:${browserHash}`)];
  const isPair = by === 'pair';
  const rooms = (isPair ? ROOM_FOR_A_PAIR : ROOM_BY_STEP)[networks.length] ?? [];
  return networks.map((network, step) =>
    row(`${isPair ? `${who}:` : ''}${network.bits}:${network.now}`, rooms[step]),
  );
}

function refusal({ name }: RateLimit, row: Row, subject: Subject, challenge?: object): Refusal {
  noteLimitHit(name);
  const isOfMailbox = row.by === 'mailbox' || row.by === 'pair';
  const sentence = subject.sentence ?? (isOfMailbox ? tooManyForAddress : tooManyRequests);
  return refuseForNow(secondsLeft(row), sentence, challenge ? { challenge } : {});
}
