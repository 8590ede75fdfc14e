import { and, desc, eq, ne } from 'drizzle-orm';
import { isOwnMachine } from '#app/config.ts';
import { db } from '#app/platform/db.server.ts';
import { hasLocalOutbox, type RenderedMail } from '#app/platform/mail-transport.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { mails } from '#db/schema.ts';

/** A mail of the local outbox; moments in ISO 8601. */
export interface OutboxMail {
  id: string;
  name: string;
  toEmail: string;
  subject: string | null;
  text: string | null;
  queuedAt: string;
  state: 'sent' | 'waiting' | 'given up' | 'withheld';
  /** Why it was not sent. */
  lastError: string | null;
}

const SHOWN = 100;

/** The newest mails of the local outbox; undefined where mail leaves by a mail server. */
export async function listOutbox(): Promise<OutboxMail[] | undefined> {
  if (!hasLocalOutbox()) return undefined;
  const rows = await db()
    .select()
    .from(mails)
    .where(isShown())
    .orderBy(desc(mails.createdAt))
    .limit(SHOWN);
  return rows.map((row) => {
    const rendered = row.rendered as RenderedMail | null;
    return {
      id: row.id,
      name: row.name,
      toEmail: row.toEmail,
      subject: rendered?.subject ?? null,
      text: rendered?.text ?? null,
      queuedAt: row.createdAt.toISOString(),
      state: stateOf(row),
      lastError: row.lastError,
    };
  });
}

/** One mail of the local outbox as HTML; undefined where there is none to show. */
export async function outboxHtml(id: string): Promise<string | undefined> {
  if (!hasLocalOutbox() || !isUuid(id)) return undefined;
  const [row] = await db()
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), isShown()));
  return (row?.rendered as RenderedMail | null)?.html;
}

/**
 * On a site that others can open, nobody sees the letters that let an administrator in, nor to whom
 * they went: `openassay admins link` prints a link there.
 */
function isShown() {
  return isOwnMachine() ? undefined : ne(mails.name, 'sign-in-link');
}

function stateOf({ sentAt, deadAt, isWithheld }: typeof mails.$inferSelect): OutboxMail['state'] {
  if (sentAt) return 'sent';
  if (!deadAt) return 'waiting';
  return isWithheld ? 'withheld' : 'given up';
}
