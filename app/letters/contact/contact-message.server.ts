import { createHash } from 'node:crypto';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { RETENTION } from '#app/kit/retention.ts';
import { administer } from '#app/trail/trail.server.ts';
import { isUuid, normaliseEmail } from '#app/kit/text.ts';
import * as messages from './contact-messages.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, refuse, type Administrator, type Answer, type Visitor } from '#app/http/call.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { emailInput } from '#app/http/email-input.ts';
import { CONTACT_MESSAGES } from '#app/http/limits/limits.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { noteLimitHit } from '#app/http/limits/rate-limit.server.ts';
import { contactMessages } from '#db/schema.ts';

const messageInput = z.object({
  email: emailInput,
  text: z
    .string()
    .trim()
    .min(1, messages.MESSAGE_MISSING)
    .max(messages.MESSAGE_CHARACTERS, messages.MESSAGE_TOO_LONG),
});

/** What messages may take of the disk: the oldest answered ones make room. */
const MESSAGES_BYTES = 50_000_000;
/** What a row takes beside its texts: its head, its key, times, and places in four indexes. */
const ROW_BYTES = 500;

/** A message as an administrator reads it; the moment in ISO 8601. */
interface ShownMessage {
  id: string;
  email: string;
  text: string;
  sentAt: string;
}

/**
 * Takes what a visitor writes to the administrators: kept for their desk, and told to each of them as
 * they have chosen. The same words from the same address on one day are one message, so that a reload
 * sends nothing twice. Where unanswered ones alone fill the table none is taken, as none may be lost.
 */
export async function takeMessage(
  typed: { email: string; text: string },
  visitor: Visitor,
  budgetBytes = MESSAGES_BYTES,
): Promise<Answer> {
  // A browser sends every new line as two characters.
  const parsed = messageInput.safeParse({ ...typed, text: typed.text.replaceAll('\r\n', '\n') });
  if (!parsed.success) return refuse(400, parsed.error.issues[0]?.message ?? '');
  const { email, text } = parsed.data;
  const emailNormalised = normaliseEmail(email);
  const refused = await admit(CONTACT_MESSAGES, visitor);
  if (refused) return refused;
  const day = now().toISOString().slice(0, 10);
  const dedupeKey = createHash('sha256').update(`${day} ${emailNormalised} ${text}`).digest('hex');
  const isTaken = await db().transaction(async (tx) => {
    if (!(await makeRoom(tx, Buffer.byteLength(text + email + email), budgetBytes))) return false;
    const [message] = await tx
      .insert(contactMessages)
      .values({ email, emailNormalised, text, dedupeKey, createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: contactMessages.id });
    if (!message) return true;
    const params = { messageId: message.id };
    await notifyAdministrators(tx, 'message', { params, key: message.id });
    return true;
  });
  if (isTaken) return answer(200, {});
  noteLimitHit('contact-message:kept');
  return refuse(503, messages.MESSAGES_FULL);
}

/**
 * Deletes the oldest answered messages of what is beyond the budget, with one of so many bytes to come;
 * false where those that nobody has answered leave no room for it.
 */
async function makeRoom(tx: Tx, bytes: number, budgetBytes: number): Promise<boolean> {
  const left = budgetBytes - bytes - ROW_BYTES;
  const { rows } = await tx.execute<{ unanswered: number }>(sql`
    with sized as (
      select id, answered_at, sum(
        pg_column_size(text) + 2 * pg_column_size(email) + ${ROW_BYTES}
      ) over (order by answered_at desc nulls first, id) as bytes
      from ${contactMessages}
    ), gone as (
      delete from ${contactMessages} m using sized
      where m.id = sized.id and m.answered_at is not null and sized.bytes > ${left}
    )
    select coalesce(max(bytes), 0)::float as unanswered from sized where answered_at is null`);
  return (rows[0]?.unanswered ?? 0) <= left;
}

/** What nobody has answered yet, the newest first, and how many there are. */
export async function listMessages(limit: number) {
  const isOpen = isNull(contactMessages.answeredAt);
  const rows = await db()
    .select()
    .from(contactMessages)
    .where(isOpen)
    .orderBy(desc(contactMessages.createdAt))
    .limit(limit);
  const shown = rows.map(({ id, email, text, createdAt }): ShownMessage => {
    return { id, email, text, sentAt: createdAt.toISOString() };
  });
  return { shown, total: await db().$count(contactMessages, isOpen) };
}

/** Notes that a message was answered: it leaves the desk. */
export async function noteAnswered(by: Administrator, id: string): Promise<Answer> {
  const isDone = await administer(by, async (tx, note) => {
    if (!isUuid(id)) return false;
    const [message] = await tx
      .update(contactMessages)
      .set({ answeredAt: now() })
      .where(and(eq(contactMessages.id, id), isNull(contactMessages.answeredAt)))
      .returning({ id: contactMessages.id });
    if (!message) return false;
    await note({
      action: 'answer-message',
      subject: `message ${message.id}`,
      before: { answered: false },
      after: { answered: true },
    });
    return true;
  });
  return isDone
    ? answer(200, { message: messages.MESSAGE_ANSWERED })
    : refuse(404, messages.NO_SUCH_MESSAGE);
}

/** Forgets what was written long ago. */
export async function pruneMessages(): Promise<void> {
  const before = daysAgo(RETENTION.messagesDays);
  await db().delete(contactMessages).where(lt(contactMessages.createdAt, before));
}
