import { and, isNotNull, or, sql } from 'drizzle-orm';
import { holdAddresses } from '#app/database/address-lock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { topicsOf } from './topic-kinds.server.ts';
import type { Topic } from './topics.ts';
import { isErased } from '#app/kit/text.ts';
import { contributions, emailSubscriptions, mailboxes } from '#db/schema.ts';

type ProductNews =
  | 'goal-reached'
  | 'second-chance'
  | 'testing-begun'
  | 'testing-ended'
  | 'results-published'
  | 'results-corrected';

/**
 * Queues a mail to everyone whom a product concerns, in the transaction of what it tells of: one a
 * person and happening, and to the administrators where its test can be ordered now. `happening`
 * tells apart what can happen to a product more than once, and the mail is written from it; `except`
 * are addresses, normalised, that another mail tells.
 * Resolves to whether there was anybody.
 */
export async function tellAudience(
  tx: Tx,
  productId: number,
  name: ProductNews,
  happening?: string,
  except: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const key = [name, productId, ...(happening ? [happening] : [])].join(':');
  if (name === 'goal-reached') {
    await notifyAdministrators(tx, name, { params: { productId }, key });
  }
  await holdAddresses(tx);
  const isOfResults = name === 'results-published' || name === 'results-corrected';
  const concerned = await audienceOf(tx, productId, isOfResults);
  const audience = concerned.filter((one) => !except.has(one.email_normalised));
  const mails = audience.map(({ email, email_normalised }) => ({
    name,
    toEmail: email,
    params: { productId, ...(happening ? { happening } : {}) },
    dedupeKey: `${key}:${email_normalised}`,
  }));
  await queueMails(tx, mails);
  return audience.length > 0;
}

/**
 * How many people results of a product would be told to: those whom it concerns, but for those who have
 * stopped all emails or whose mailbox is gone.
 */
export async function countReached(tx: Tx, productId: number): Promise<number> {
  const audience = await audienceOf(tx, productId, true);
  const { emailNormalised, stoppedAt, bouncedAt } = mailboxes;
  const emails = sql.param(audience.map((one) => one.email_normalised));
  const isTheirs = sql`${emailNormalised} = any(${emails}::text[])`;
  const isUnreached = or(isNotNull(stoppedAt), isNotNull(bouncedAt));
  return audience.length - (await tx.$count(mailboxes, and(isTheirs, isUnreached)));
}

/** By which topic a product concerns somebody, its own before any other; undefined where it does not. */
export async function reasonFor(emailNormalised: string, productId: number, isOfResults: boolean) {
  const topics = await topicsOf(db(), productId, isOfResults);
  const { rows } = await db().execute<{ topic: Topic }>(sql`
    select topic from ${heard(topics, productId)} and email_normalised = ${emailNormalised}
    order by topic <> ${topics[0]}, topic limit 1`);
  return rows[0]?.topic;
}

/** Everyone whom a product concerns, in however many browsers they follow it, but who was erased: one row a person. */
async function audienceOf(tx: Tx, productId: number, isOfResults: boolean) {
  const topics = await topicsOf(tx, productId, isOfResults);
  const { rows } = await tx.execute<{ email: string; email_normalised: string }>(sql`
    select distinct on (email_normalised) email, email_normalised
    from ${heard(topics, productId)} order by email_normalised, email`);
  return rows.filter(({ email }) => !isErased(email));
}

/**
 * Who follows one of these topics, a product's own first, or has money in the product; not who turned
 * that topic off, or the product.
 */
function heard([own, ...others]: Topic[], productId: number) {
  const topics = sql.param([own, ...others]);
  return sql`(
      select email, email_normalised, topic from ${emailSubscriptions}
      where topic = any(${topics}::text[]) and is_on and confirmed_at is not null
      union all
      select email, email_normalised, ${own}::text from ${contributions}
      where product_id = ${productId} and status = 'paid'
    ) heard
    where not exists (
      select from ${emailSubscriptions} o
      where o.email_normalised = heard.email_normalised and o.topic in (heard.topic, ${own})
        and not o.is_on)`;
}
