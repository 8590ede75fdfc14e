import { and, eq, lte } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { forgetWords } from './objection-log.server.ts';
import { contactMessages } from '#db/schema.ts';

/** What an address wrote to the administrators. */
export async function messagesUnder(address: string) {
  const { text, createdAt, answeredAt, answer, emailNormalised } = contactMessages;
  return {
    messages: await db()
      .select({ text, createdAt, answeredAt, answer })
      .from(contactMessages)
      .where(eq(emailNormalised, address)),
  };
}

/** Ends all of it, up to a moment. */
export async function eraseMessages(tx: Tx, address: string, until?: Date): Promise<void> {
  const { emailNormalised, createdAt } = contactMessages;
  const theirs = eq(emailNormalised, address);
  const which = (until && and(theirs, lte(createdAt, until))) ?? theirs;
  await forgetWords(tx, which);
  await tx.delete(contactMessages).where(which);
}
