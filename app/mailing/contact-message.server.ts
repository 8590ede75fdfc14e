import { createHash } from 'node:crypto';
import { and, desc, eq, isNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { administer } from '#app/admin/trail.server.ts';
import { isUuid, normaliseEmail } from '#app/kit/text.ts';
import * as said from '#app/mailing/contact-messages.ts';
import { admit } from '#app/platform/admit.server.ts';
import {
  answer,
  refuse,
  type Administrator,
  type Answer,
  type Visitor,
} from '#app/platform/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { emailInput } from '#app/platform/email-input.ts';
import { CONTACT_MESSAGES } from '#app/platform/limits.ts';
import { notifyAdministrators } from '#app/platform/notify-administrators.server.ts';
import { contactMessages } from '#db/schema.ts';

const messageInput = z.object({
  email: emailInput,
  text: z
    .string()
    .trim()
    .min(1, said.MESSAGE_MISSING)
    .max(said.MESSAGE_CHARACTERS, said.MESSAGE_TOO_LONG),
});

/** A message as an administrator reads it; the moment in ISO 8601. */
export interface ShownMessage {
  id: string;
  email: string;
  text: string;
  sentAt: string;
}

/**
 * Takes what a visitor writes to the administrators: kept for their desk, and told to each of them as
 * they have chosen. The same words from the same address on one day are one message, so that a reload
 * sends nothing twice.
 */
export async function takeMessage(
  typed: { email: string; text: string },
  visitor: Visitor,
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
  await db().transaction(async (tx) => {
    const [message] = await tx
      .insert(contactMessages)
      .values({ email, emailNormalised, text, dedupeKey, createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: contactMessages.id });
    if (!message) return;
    const params = { messageId: message.id };
    await notifyAdministrators(tx, 'message', { params, key: message.id });
  });
  return answer(200, {});
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
    ? answer(200, { message: said.MESSAGE_ANSWERED })
    : refuse(404, said.NO_SUCH_MESSAGE);
}

/** Forgets what was written long ago. */
export async function pruneMessages(): Promise<void> {
  const before = new Date(now().getTime() - said.MESSAGE_KEPT_DAYS * 86_400_000);
  await db().delete(contactMessages).where(lt(contactMessages.createdAt, before));
}
