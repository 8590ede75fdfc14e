import { desc, eq } from 'drizzle-orm';
import { db, findRow } from '#app/database/db.server.ts';
import { hasLocalOutbox, type RenderedMail } from '#app/mail/mail-transport.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { mails } from '#db/schema.ts';

const SHOWN = 100;

export const NOT_FOUND = 'There is no such page.';

/** The newest mails of the local outbox, the newest first; undefined where mail leaves. */
export async function listOutbox() {
  if (!hasLocalOutbox()) return undefined;
  const rows = await db().select().from(mails).orderBy(desc(mails.createdAt)).limit(SHOWN);
  return rows.map(viewOf);
}

/** One mail of the local outbox; undefined where there is none. */
export async function findInOutbox(id: string) {
  const row = await find(id);
  return row && viewOf(row);
}

/** One mail of the local outbox as HTML; undefined where there is none to show. */
export async function outboxHtml(id: string): Promise<string | undefined> {
  return ((await find(id))?.rendered as RenderedMail | null)?.html;
}

type Row = typeof mails.$inferSelect;
export type OutboxMail = ReturnType<typeof viewOf>;

async function find(id: string): Promise<Row | undefined> {
  if (!hasLocalOutbox() || !isUuid(id)) return undefined;
  return findRow(mails, eq(mails.id, id));
}

function viewOf(row: Row) {
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
}

function stateOf({
  sentAt,
  deadAt,
  isWithheld,
}: Row): 'sent' | 'waiting' | 'given up' | 'withheld' {
  if (sentAt) return 'sent';
  if (!deadAt) return 'waiting';
  return isWithheld ? 'withheld' : 'given up';
}
