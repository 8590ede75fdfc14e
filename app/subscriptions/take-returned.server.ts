import { and, eq } from 'drizzle-orm';
import { inTransaction } from '#app/database/db.server.ts';
import { noteReturned, type Returned } from '#app/mail/returned.server.ts';
import { emailSubscriptions } from '#db/schema.ts';

/**
 * Takes a mail that came back; who reported one as spam follows nothing and is off the list. False where
 * no mail of ours went there.
 */
export async function takeReturned(returned: Returned): Promise<boolean> {
  return inTransaction(async (tx) => {
    if (!(await noteReturned(tx, returned))) return false;
    const { emailNormalised, isOn } = emailSubscriptions;
    const theirs = and(eq(emailNormalised, returned.emailNormalised), isOn);
    if (returned.kind === 'complaint') await tx.delete(emailSubscriptions).where(theirs);
    return true;
  });
}
