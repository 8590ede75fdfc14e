import { lt, sql } from 'drizzle-orm';
import { daysAgo } from '#app/platform/clock.server.ts';
import { forgetMailboxes } from '#app/mail/mailbox.server.ts';
import {
  contributions,
  follows,
  mailboxes,
  mails,
  productMutes,
  subscribers,
  subscriptions,
} from '#db/schema.ts';

/**
 * Forgets addresses that nothing is sent to any more: no letter is on record, nothing is followed,
 * given or subscribed to, and nothing was stopped or bounced.
 */
export async function pruneMailboxes(): Promise<void> {
  const email = mailboxes.emailNormalised;
  await forgetMailboxes(
    sql`${lt(mailboxes.createdAt, daysAgo(1))} and not exists (
      select from ${mails} where lower(to_email) = ${email}
      union all select from ${follows} where email_normalised = ${email}
      union all select from ${productMutes} where email_normalised = ${email}
      union all select from ${subscribers} where email_normalised = ${email}
      union all select from ${subscriptions} where email_normalised = ${email}
      union all select from ${contributions} where email_normalised = ${email}
    )`,
  );
}
