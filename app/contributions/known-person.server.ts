import { sql } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import {
  adminActions,
  adminUsers,
  contactMessages,
  contributions,
  emailSubscriptions,
  mailboxes,
  orders,
  subscriptions,
} from '#db/schema.ts';

/** Whether anything is stored under an address that a code would show, or could have erased. */
export async function isKnown(emailNormalised: string): Promise<boolean> {
  const email = emailNormalised;
  const { rows } = await db().execute<{ known: boolean }>(sql`
    select exists (select from ${contributions} where email_normalised = ${email})
      or exists (select from ${emailSubscriptions} where email_normalised = ${email})
      or exists (select from ${subscriptions} where email_normalised = ${email})
      or exists (select from ${contactMessages} where email_normalised = ${email})
      or exists (select from ${mailboxes} where email_normalised = ${email})
      or exists (select from ${adminUsers} where email = ${email})
      or exists (select from ${adminActions} where actor = ${email})
      or exists (select from ${orders} where lower(email) = ${email}) as known`);
  return rows.some(({ known }) => known);
}
