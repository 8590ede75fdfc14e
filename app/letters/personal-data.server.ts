import { and, eq, lte } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { forgetWords } from '#app/letters/contact/objection-log.server.ts';
import { contactMessages, follows, productMutes, subscribers } from '#db/schema.ts';

/** What an address follows, stopped hearing of, subscribed to, and wrote to the administrators. */
export async function mailingsUnder(emailNormalised: string) {
  const { productId, originalId, kind, email, createdAt } = follows;
  return {
    follows: await db()
      .select({ productId, originalId, kind, email, createdAt })
      .from(follows)
      .where(eq(follows.emailNormalised, emailNormalised)),
    messages: await db()
      .select({
        text: contactMessages.text,
        createdAt: contactMessages.createdAt,
        answeredAt: contactMessages.answeredAt,
        answer: contactMessages.answer,
      })
      .from(contactMessages)
      .where(eq(contactMessages.emailNormalised, emailNormalised)),
    stopped: await db()
      .select({ productId: productMutes.productId, createdAt: productMutes.createdAt })
      .from(productMutes)
      .where(eq(productMutes.emailNormalised, emailNormalised)),
    newsletter: await db()
      .select()
      .from(subscribers)
      .where(eq(subscribers.emailNormalised, emailNormalised)),
  };
}

/** Ends all of it, up to a moment. */
export async function eraseMailings(tx: Tx, emailNormalised: string, until?: Date): Promise<void> {
  for (const table of [follows, productMutes, contactMessages, subscribers]) {
    const theirs = eq(table.emailNormalised, emailNormalised);
    const which = (until && and(theirs, lte(table.createdAt, until))) ?? theirs;
    if (table === contactMessages) await forgetWords(tx, which);
    await tx.delete(table).where(which);
  }
}
