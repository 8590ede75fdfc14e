import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { kindNamed } from '#app/catalogue/kinds.ts';
import { masked } from './preferences.ts';
import type { NamedCode, PreferenceChange, Preferences } from './preferences-schema.ts';
import { confirmSubscription } from '#app/letters/newsletter/subscribe.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { setStopped, type Mailbox } from '#app/mail/mailbox.server.ts';
import {
  contributions,
  follows,
  mailboxes,
  productMutes,
  products,
  subscribers,
  testedProducts,
} from '#db/schema.ts';

/** What the owner of a mailbox gets; undefined where it was erased meanwhile. */
export async function preferencesOf({ token }: Mailbox): Promise<Preferences | undefined> {
  const [mailbox] = await db().select().from(mailboxes).where(eq(mailboxes.token, token));
  if (!mailbox) return undefined;
  const { emailNormalised } = mailbox;
  const subscribed = await db()
    .select({ confirmedAt: subscribers.confirmedAt })
    .from(subscribers)
    .where(eq(subscribers.emailNormalised, emailNormalised));
  const isConfirmed = subscribed.some(({ confirmedAt }) => confirmedAt);
  return {
    email: masked(emailNormalised),
    newsletter: isConfirmed ? 'on' : subscribed.length > 0 ? 'unconfirmed' : 'none',
    follows: await heardOf(emailNormalised),
    kinds: await kindsFollowedBy(emailNormalised),
    stopped: await mutedBy(emailNormalised),
    everything: mailbox.stoppedAt === null,
    bounced: mailbox.bouncedAt !== null && mailbox.returned !== 'complaint',
  };
}

/** Changes what the owner of a mailbox gets; a change that is in force already does nothing. */
export async function changePreferences(
  { emailNormalised }: Mailbox,
  change: PreferenceChange,
): Promise<void> {
  if (change.kind === 'unfollow') return stopHearingOf(emailNormalised, change.product_id);
  if (change.kind === 'unfollow-kind') {
    const whose = eq(follows.emailNormalised, emailNormalised);
    await db()
      .delete(follows)
      .where(and(whose, eq(follows.kind, change.key)));
    return;
  }
  if (change.kind === 'everything') await setStopped(emailNormalised, !change.on);
  if (!change.on) {
    await db().delete(subscribers).where(eq(subscribers.emailNormalised, emailNormalised));
  } else if (change.kind !== 'everything') {
    const row = { email: emailNormalised, emailNormalised, createdAt: now() };
    await db().insert(subscribers).values(row).onConflictDoNothing();
    await confirmSubscription(emailNormalised);
  }
}

/**
 * Every browser's follow under this address ends, and what was given is no reason to write. The code
 * of a duplicate that was merged means the product that stayed: its letters come instead.
 */
async function stopHearingOf(emailNormalised: string, code: number): Promise<void> {
  const theirs = eq(follows.emailNormalised, emailNormalised);
  await db().transaction(async (tx) => {
    // A report that nobody can give to is followed, or it is not: there is nothing else to stop.
    await tx.delete(follows).where(and(theirs, eq(follows.originalId, code)));
    const productId = await holdProduct(tx, code);
    if (productId === undefined) return;
    await tx.delete(follows).where(and(theirs, eq(follows.productId, productId)));
    const createdAt = now();
    await tx
      .insert(productMutes)
      .values({ emailNormalised, productId, createdAt })
      .onConflictDoNothing();
  });
}

/** The product that a code means, held as it is, so that a merge moves what is written of it. */
async function holdProduct(tx: Tx, code: number): Promise<number | undefined> {
  for (let id = code; ;) {
    const [row] = await tx
      .select({ mergedInto: products.mergedInto })
      .from(products)
      .where(eq(products.id, id))
      .for('key share');
    if (!row) return undefined;
    if (row.mergedInto === null) return id;
    id = row.mergedInto;
  }
}

async function heardOf(emailNormalised: string): Promise<NamedCode[]> {
  const { rows } = await db().execute<{ product_id: number; name: string }>(sql`
    select p.id as product_id, p.name from ${products} p
    where p.removed_at is null
      and p.id in (
        select product_id from ${follows} where email_normalised = ${emailNormalised}
        union
        select product_id from ${contributions}
        where email_normalised = ${emailNormalised} and status = 'paid'
      )
      and p.id not in (
        select product_id from ${productMutes} where email_normalised = ${emailNormalised}
      )
    union all
    select t.original_id, t.name from ${testedProducts} t
    where t.original_id in (
      select original_id from ${follows} where email_normalised = ${emailNormalised}
    )
    order by name, product_id`);
  return rows;
}

async function kindsFollowedBy(emailNormalised: string): Promise<Preferences['kinds']> {
  const rows = await db()
    .selectDistinct({ kind: follows.kind })
    .from(follows)
    .where(and(eq(follows.emailNormalised, emailNormalised), isNotNull(follows.kind)));
  // A kind that is gone is followed by nobody who could tell.
  return rows
    .flatMap(({ kind }) => kindNamed(kind ?? '') ?? [])
    .map(({ key, name }) => ({ key, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

async function mutedBy(emailNormalised: string): Promise<NamedCode[]> {
  return db()
    .select({ product_id: products.id, name: products.name })
    .from(productMutes)
    .innerJoin(products, eq(products.id, productMutes.productId))
    .where(eq(productMutes.emailNormalised, emailNormalised))
    .orderBy(asc(products.name), asc(products.id));
}
