import { sql } from 'drizzle-orm';
import { db } from '#app/platform/database/db.server.ts';
import { isProvenByAny } from '#app/platform/limits/own-browsers.server.ts';
import { adminUsers, contributions, subscribers, subscriptions } from '#db/schema.ts';

/**
 * Whether the owner of a mailbox has to do with this site by a deed of their own: paid, confirmed a
 * subscription, administers it, or proved the mailbox in a browser. Follows and sign-ups may be others'.
 */
export async function hasDealings(emailNormalised: string): Promise<boolean> {
  const email = emailNormalised;
  const { rows } = await db().execute<{ has: boolean }>(sql`
    select exists (select from ${contributions} where email_normalised = ${email})
      or exists (select from ${subscriptions} where email_normalised = ${email})
      or exists (
        select from ${subscribers} where email_normalised = ${email} and confirmed_at is not null
      )
      or exists (select from ${adminUsers} where email = ${email}) as has`);
  return rows[0]?.has === true || isProvenByAny(email);
}
