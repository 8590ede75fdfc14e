import { and, asc, eq, sql } from 'drizzle-orm';
import {
  masked,
  type NamedCode,
  type PreferenceChange,
  type Preferences,
} from '#app/mailing/preferences.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
import { setStopped, type Mailbox } from '#app/platform/mailbox.server.ts';
import {
  contributions,
  follows,
  mailboxes,
  productMutes,
  products,
  subscribers,
} from '#db/schema.ts';

/** What the owner of a mailbox gets; undefined where it was erased meanwhile. */
export async function preferencesOf({ token }: Mailbox): Promise<Preferences | undefined> {
  const [mailbox] = await db().select().from(mailboxes).where(eq(mailboxes.token, token));
  if (!mailbox) return undefined;
  const { emailNormalised } = mailbox;
  const [subscriber] = await db()
    .select({ confirmedAt: subscribers.confirmedAt })
    .from(subscribers)
    .where(eq(subscribers.emailNormalised, emailNormalised));
  return {
    email: masked(emailNormalised),
    newsletter: !subscriber ? 'none' : subscriber.confirmedAt ? 'on' : 'unconfirmed',
    follows: await heardOf(emailNormalised),
    stopped: await mutedBy(emailNormalised),
    everything: mailbox.stoppedAt === null,
    bounced: mailbox.bouncedAt !== null,
  };
}

/** Changes what the owner of a mailbox gets; a change that is in force already does nothing. */
export async function changePreferences(
  { emailNormalised }: Mailbox,
  change: PreferenceChange,
): Promise<void> {
  if (change.kind === 'unfollow') return stopHearingOf(emailNormalised, change.product_id);
  if (change.kind === 'newsletter') return setNewsletter(emailNormalised, change.on);
  await setStopped(emailNormalised, !change.on);
  if (!change.on) await setNewsletter(emailNormalised, false);
}

/**
 * Every browser's follow under this address ends, and what was given is no reason to write. The code
 * of a duplicate that was merged means the product that stayed: its letters come instead.
 */
async function stopHearingOf(emailNormalised: string, code: number): Promise<void> {
  await db().transaction(async (tx) => {
    const productId = await holdProduct(tx, code);
    if (productId === undefined) return;
    await tx
      .delete(follows)
      .where(and(eq(follows.emailNormalised, emailNormalised), eq(follows.productId, productId)));
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

async function setNewsletter(emailNormalised: string, on: boolean): Promise<void> {
  if (!on) {
    await db().delete(subscribers).where(eq(subscribers.emailNormalised, emailNormalised));
    return;
  }
  const confirmedAt = now();
  await db()
    .insert(subscribers)
    .values({ email: emailNormalised, emailNormalised, createdAt: confirmedAt, confirmedAt })
    .onConflictDoUpdate({ target: subscribers.emailNormalised, set: { confirmedAt } });
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
    order by p.name, p.id`);
  return rows;
}

async function mutedBy(emailNormalised: string): Promise<NamedCode[]> {
  return db()
    .select({ product_id: products.id, name: products.name })
    .from(productMutes)
    .innerJoin(products, eq(products.id, productMutes.productId))
    .where(eq(productMutes.emailNormalised, emailNormalised))
    .orderBy(asc(products.name), asc(products.id));
}
