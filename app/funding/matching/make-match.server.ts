import type { PoolKind } from '#app/catalogue/pool.ts';
import { addMatchPlace, isKindKnown, openPools } from '#app/catalogue/pools.server.ts';
import { cleanLine, normaliseEmail } from '#app/kit/text.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { emailInput } from '#app/platform/http/email-input.ts';
import { matches } from '#db/schema.ts';
import { LIMITS, type TermsRefusal } from './match-limits.ts';

/** What a sponsor and the site have agreed on. It never changes once the match is made. */
export interface MatchTerms {
  /** As the public is to read it; empty: the sponsor is not named. */
  sponsorName: string;
  sponsorEmail: string;
  kind: PoolKind;
  /** The key of a group, or a brand; empty for any product. */
  of: string;
  /** NaN where no number was given; so are the next two. */
  sumCents: number;
  mostCents: number;
  /** null: as long as there is money. */
  firstGifts: number | null;
  /** An invalid date where none was given. */
  endsAt: Date;
  /** `sponsor`, `project`, or the number of a pool. */
  unusedTo: string;
}

/** Makes a match without money, which promises nothing yet; or says what is wrong with its terms. */
export async function createMatch(
  tx: Tx,
  terms: MatchTerms,
): Promise<{ ok: true; id: number; name: string } | { ok: false; why: TermsRefusal }> {
  const why = refusalOf(terms) ?? (await unknownIn(tx, terms));
  if (why) return { ok: false, why };
  const { kind, of, sumCents, mostCents, firstGifts, endsAt, unusedTo } = terms;
  const { id, name } = await addMatchPlace(tx, kind, of);
  const sponsorEmail = terms.sponsorEmail.trim();
  await tx.insert(matches).values({
    id,
    sponsorName: cleanLine(terms.sponsorName) || null,
    sponsorEmail,
    sponsorEmailNormalised: normaliseEmail(sponsorEmail),
    kind,
    of,
    sumCents,
    mostCents,
    firstGifts,
    endsAt,
    unusedTo,
    createdAt: now(),
  });
  return { ok: true, id, name };
}

/** What is wrong with terms by themselves; undefined where nothing is. */
function refusalOf(terms: MatchTerms): TermsRefusal | undefined {
  const { sum, most, gifts, days, nameCharacters } = LIMITS;
  const isDollars = (cents: number, { from, to }: { from: number; to: number }) =>
    Number.isInteger(cents / 100) && cents >= from * 100 && cents <= to * 100;
  if (!isDollars(terms.sumCents, sum)) return 'sum';
  if (!isDollars(terms.mostCents, most)) return 'most';
  if (terms.mostCents > terms.sumCents) return 'most_above_sum';
  const { firstGifts, endsAt } = terms;
  const isCount = Number.isInteger(firstGifts) && firstGifts! >= gifts.from;
  if (firstGifts !== null && !(isCount && firstGifts <= gifts.to)) return 'gifts';
  if (Number.isNaN(endsAt.getTime())) return 'no_end';
  if (endsAt <= now()) return 'end_past';
  if (endsAt > daysAgo(-days, now())) return 'end_far';
  if (cleanLine(terms.sponsorName).length > nameCharacters) return 'name';
  if (!emailInput.safeParse(terms.sponsorEmail).success) return 'email';
  return undefined;
}

async function unknownIn(
  tx: Tx,
  { kind, of, unusedTo }: MatchTerms,
): Promise<TermsRefusal | undefined> {
  if (!(await isKindKnown(tx, kind, of))) return 'kind';
  if (unusedTo === 'sponsor' || unusedTo === 'project') return undefined;
  const isOpen = (await openPools(tx)).some(({ id }) => String(id) === unusedTo);
  return isOpen ? undefined : 'unused_to';
}
