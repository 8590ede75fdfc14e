import { eq } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { noteReturned, type Returned } from '#app/mail/returned.server.ts';
import { follows, subscribers } from '#db/schema.ts';

/**
 * Takes a mail that came back; who reported one as spam follows nothing and is off the list. False where
 * no mail of ours went there.
 */
export async function takeReturned(returned: Returned): Promise<boolean> {
  return db().transaction(async (tx) => {
    if (!(await noteReturned(tx, returned))) return false;
    if (returned.kind === 'complaint') {
      const { emailNormalised } = returned;
      await tx.delete(follows).where(eq(follows.emailNormalised, emailNormalised));
      await tx.delete(subscribers).where(eq(subscribers.emailNormalised, emailNormalised));
    }
    return true;
  });
}
