import { MATCH_FROM } from '#app/catalogue/pool.ts';
import { searchText } from '#app/catalogue/search-text.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { matches, products } from '#db/schema.ts';
import { gift } from './gifts.ts';

let number = MATCH_FROM;

/**
 * A match with money on a database alone: its place, its rule, and what its sponsor has paid in, by the
 * operation that records payments. One to one up to $20 for any product, for 30 days, unless `rule` says
 * otherwise.
 */
export async function aMatch(
  sumCents: number,
  rule: Partial<typeof matches.$inferInsert> = {},
): Promise<{ id: number; sponsorEmail: string; orderId: string }> {
  const id = (number += 1);
  const name = `Match ${id}`;
  const sponsorEmail = rule.sponsorEmail ?? `sponsor-${id}@example.org`;
  const place = { id, name, searchText: searchText(name, ''), hiddenAt: now(), levels: 1 };
  // More than is ever given to one, as a pool's: it never has its goal.
  await db()
    .insert(products)
    .values({ ...place, targetCents: 2_000_000_000 });
  await db()
    .insert(matches)
    .values({
      id,
      sponsorEmail,
      sponsorEmailNormalised: normaliseEmail(sponsorEmail),
      kind: 'any',
      of: '',
      sumCents,
      mostCents: 2_000,
      endsAt: daysAgo(-30),
      unusedTo: 'sponsor',
      ...rule,
    });
  const order = await gift(sponsorEmail, [id, sumCents]);
  return { id, sponsorEmail, orderId: order.id };
}
