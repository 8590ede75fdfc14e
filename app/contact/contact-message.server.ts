import { hash } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull, lt, not, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { present } from '#app/kit/assert.ts';
import { RETENTION } from '#app/kit/retention.ts';
import { administer } from '#app/admin-log/trail.server.ts';
import { isUuid, normaliseEmail } from '#app/kit/text.ts';
import * as messages from './contact-messages.ts';
import { isVerdict, OBJECTION_SENT, VERDICT_MISSING, type Ground } from './objection.ts';
import { forgetSalted } from '#app/log/seal.server.ts';
import { forgetWords, sealAnswer } from './objection-log.server.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { answer, refuse, type Administrator, type Answer, type Visitor } from '#app/http/call.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { changeRow, db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { emailInput } from '#app/http/email-input.ts';
import { CONTACT_MESSAGES } from '#app/http/limits/limits.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { noteLimitHit } from '#app/http/limits/rate-limit.server.ts';
import { adminActions, contactMessages, products, testedProducts } from '#db/schema.ts';

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

/** Of one product, so many are shown. */
const MESSAGES_ABOUT = 50;

/** What a message is besides its words. */
interface TakenAs {
  budgetBytes?: number;
  /** About a product's published results; with a ground, an objection, which waits to be confirmed. */
  about?: { ground?: Ground; aboutProductId: number };
}

/**
 * Takes what a visitor writes to the administrators: kept for their desk, and told to each of them as
 * they have chosen. The same words from the same address on one day are one message, so that a reload
 * sends nothing twice. Where unanswered ones alone fill the table none is taken, as none may be lost.
 */
export async function takeMessage(
  typed: { email: string; text: string },
  visitor: Visitor,
  { budgetBytes = MESSAGES_BYTES, about }: TakenAs = {},
): Promise<Answer> {
  // A browser sends every new line as two characters.
  const parsed = messageInput.safeParse({ ...typed, text: typed.text.replaceAll('\r\n', '\n') });
  if (!parsed.success) {
    const [wrong] = parsed.error.issues;
    return refuse(400, wrong?.message ?? '', { field: wrong?.path[0] });
  }
  const { email, text } = parsed.data;
  const emailNormalised = normaliseEmail(email);
  const refused = await admit(CONTACT_MESSAGES, visitor);
  if (refused) return refused;
  const day = now().toISOString().slice(0, 10);
  const matter = about ? ` ${about.ground ?? ''} ${about.aboutProductId}` : '';
  const dedupeKey = hash('sha256', `${day} ${emailNormalised} ${text}${matter}`);
  const isTaken = await inTransaction(async (tx) => {
    if (!(await makeRoom(tx, Buffer.byteLength(text + email + email), budgetBytes))) return false;
    const [message] = await tx
      .insert(contactMessages)
      .values({ email, emailNormalised, text, dedupeKey, createdAt: now(), ...about })
      .onConflictDoNothing()
      .returning({ id: contactMessages.id });
    if (!message) return true;
    const params = { messageId: message.id };
    if (about?.ground) {
      const name = 'confirm-objection';
      await queueMails(tx, [{ name, toEmail: email, params, dedupeKey: `${name}:${message.id}` }]);
      return true;
    }
    await notifyAdministrators(tx, 'message', { params, key: message.id });
    return true;
  });
  const message = about?.ground ? OBJECTION_SENT : messages.MESSAGE_SENT;
  if (isTaken) return answer(200, { message });
  noteLimitHit('contact-message:kept');
  return refuse(503, messages.MESSAGES_FULL);
}

/**
 * Deletes the oldest answered messages of what is beyond the budget, with one of so many bytes to come;
 * false where those that nobody has answered leave no room for it.
 */
async function makeRoom(tx: Tx, bytes: number, budgetBytes: number): Promise<boolean> {
  const left = budgetBytes - bytes - ROW_BYTES;
  const { rows } = await tx.execute<{ unanswered: number; hashes: string[] }>(sql`
    with sized as (
      select id, answered_at, sum(
        pg_column_size(text) + coalesce(pg_column_size(answer), 0)
          + 2 * pg_column_size(email) + ${ROW_BYTES}
      ) over (order by answered_at desc nulls first, id) as bytes
      from ${contactMessages}
    ), gone as (
      delete from ${contactMessages} m using sized
      where m.id = sized.id and m.answered_at is not null and sized.bytes > ${left}
      returning m.words_hash
    )
    select coalesce(max(bytes), 0)::float as unanswered,
      array(select words_hash from gone where words_hash is not null) as hashes
    from sized where answered_at is null`);
  for (const wordsHash of rows[0]?.hashes ?? []) await forgetSalted(tx, wordsHash);
  return (rows[0]?.unanswered ?? 0) <= left;
}

/** An objection that its writer has not confirmed is nobody's to answer. */
const IS_TOLD = present(
  or(isNull(contactMessages.ground), isNotNull(contactMessages.confirmedAt)),
  'a condition',
);

/** What nobody has answered yet, the newest first, and how many there are; the last ten that were. */
export async function listMessages(limit: number) {
  const isOpen = and(isNull(contactMessages.answeredAt), IS_TOLD);
  return {
    shown: await read(isOpen, desc(contactMessages.createdAt), limit),
    total: await db().$count(contactMessages, isOpen),
    answered: await read(
      isNotNull(contactMessages.answeredAt),
      desc(contactMessages.answeredAt),
      10,
    ),
  };
}

/** What visitors wrote about a product, the newest first. */
export async function messagesAbout(productId: number) {
  return read(
    and(eq(contactMessages.aboutProductId, productId), IS_TOLD),
    desc(contactMessages.createdAt),
    MESSAGES_ABOUT,
  );
}

async function read(where: SQL | undefined, order: SQL, limit: number) {
  const { id, email, text, createdAt, answeredAt, answer: words } = contactMessages;
  const { aboutProductId, ground, confirmedAt } = contactMessages;
  const rows = await db()
    .select({
      id,
      email,
      text,
      createdAt,
      answeredAt,
      answer: words,
      about: aboutProductId,
      ground,
      confirmedAt,
      answeredBy: sql<string | null>`(select ${adminActions.actor} from ${adminActions}
        where ${adminActions.subject} = 'message ' || contact_messages.id and ${adminActions.action} = 'answer-message'
        order by ${adminActions.id} desc limit 1)`,
    })
    .from(contactMessages)
    .where(where)
    .orderBy(order)
    .limit(limit);
  return rows.map(({ createdAt: sent, answeredAt: answered, confirmedAt: confirmed, ...row }) => ({
    ...row,
    ground: row.ground as Ground | null,
    confirmedAt: confirmed?.toISOString() ?? null,
    sentAt: sent.toISOString(),
    answeredAt: answered?.toISOString() ?? null,
  }));
}

/**
 * Answers a message by an email, or, without words for one, notes that it was answered elsewhere: it
 * leaves the desk's list. `product` is the number of the product that it is about, or nothing.
 */
export async function answerMessage(
  by: Administrator,
  id: string,
  typed: { text: string; product: string; upheld?: string },
): Promise<Answer> {
  const words = typed.text.replaceAll('\r\n', '\n').trim();
  if (words.length > messages.MESSAGE_CHARACTERS)
    return refuse(400, messages.MESSAGE_TOO_LONG, { field: 'text' });
  const product = await productOf(typed.product);
  if (product === null) return refuse(400, messages.ABOUT_NOTHING, { field: 'product' });
  const { upheld = '' } = typed;
  const verdict = isVerdict(upheld) ? upheld : undefined;
  return administer(by, async (tx, note) => {
    const open = await lockOpen(tx, id);
    // An objection is nobody's to answer before it is confirmed.
    if (!open || (open.ground && !open.confirmedAt)) return refuse(404, messages.NO_SUCH_MESSAGE);
    if (open.ground && !(verdict && words))
      return refuse(400, VERDICT_MISSING, { field: verdict ? 'text' : 'upheld' });
    const [message = open] = await tx
      .update(contactMessages)
      .set({
        answeredAt: now(),
        ...(words && { answer: words }),
        // An objection is about the product that it was sent about.
        ...(product && !open.ground && { aboutProductId: product }),
      })
      .where(eq(contactMessages.id, id))
      .returning();
    if (open.ground && verdict) await sealAnswer(tx, message, verdict);
    await note({
      action: 'answer-message',
      subject: `message ${id}`,
      before: { answered: false },
      after: { answered: true, byEmail: words !== '', ...(product && { product }) },
    });
    if (words) {
      const mail = { name: 'message-answer', toEmail: message.email, params: { messageId: id } };
      await queueMails(tx, [{ ...mail, dedupeKey: `message-answer:${id}` }]);
    }
    return answer(200, { message: words ? messages.ANSWER_SENT : messages.MESSAGE_ANSWERED });
  });
}

/** Says which product a message is about; an objection is about the one that it was sent about. */
export async function tieMessage(by: Administrator, id: string, typed: string): Promise<Answer> {
  const product = await productOf(typed);
  if (!product) return refuse(400, messages.ABOUT_NOTHING, { field: 'product' });
  return administer(by, async (tx, note) => {
    const open = await lockOpen(tx, id);
    if (!open || open.ground) return refuse(404, messages.NO_SUCH_MESSAGE);
    await changeRow(tx, contactMessages, id, { aboutProductId: product });
    const subject = `message ${id}`;
    await note({ action: 'tie-message', subject, before: {}, after: { product } });
    return answer(200, { message: messages.MESSAGE_TIED });
  });
}

/** A message that nobody has answered, locked; undefined where it is none. */
export async function lockOpen(tx: Tx, id: string) {
  const own = and(eq(contactMessages.id, id), isNull(contactMessages.answeredAt));
  const [open] = isUuid(id) ? await tx.select().from(contactMessages).where(own).for('update') : [];
  return open;
}

/** The number of a product, to fund or tested; undefined where none is typed, null where there is none. */
async function productOf(typed: string): Promise<number | undefined | null> {
  const number = typed.trim();
  if (number === '') return undefined;
  if (!/^\d{1,9}$/.test(number)) return null;
  const { rows } = await db().execute<{ id: number }>(sql`
    select ${Number(number)}::int as id
    where exists (select from ${products} where id = ${Number(number)})
      or exists (select from ${testedProducts} where original_id = ${Number(number)})`);
  return rows[0]?.id ?? null;
}

/** Forgets what was written long ago, but for objections that wait for their answer, and what nobody confirmed. */
export async function pruneMessages(): Promise<void> {
  const { createdAt, confirmedAt, answeredAt } = contactMessages;
  // Their answer is due in public, and needs what was written.
  const isNotDue = or(isNull(confirmedAt), isNotNull(answeredAt));
  const isOld = and(isNotDue, lt(createdAt, daysAgo(RETENTION.messagesDays)));
  const isUntold = and(not(IS_TOLD), lt(createdAt, daysAgo(RETENTION.unconfirmedDays)));
  const isOver = present(or(isOld, isUntold), 'a condition');
  await inTransaction(async (tx) => {
    await forgetWords(tx, isOver);
    await tx.delete(contactMessages).where(isOver);
  });
}
