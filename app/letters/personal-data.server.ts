import { eq } from 'drizzle-orm';
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

/** Ends all of it. */
export async function eraseMailings(tx: Tx, emailNormalised: string): Promise<void> {
  await tx.delete(follows).where(eq(follows.emailNormalised, emailNormalised));
  await tx.delete(productMutes).where(eq(productMutes.emailNormalised, emailNormalised));
  await forgetWords(tx, eq(contactMessages.emailNormalised, emailNormalised));
  await tx.delete(contactMessages).where(eq(contactMessages.emailNormalised, emailNormalised));
  await tx.delete(subscribers).where(eq(subscribers.emailNormalised, emailNormalised));
}
