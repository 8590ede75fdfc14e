import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { administer } from '#app/trail/trail.server.ts';
import { answer, refuse, type Administrator, type Answer, type Visitor } from '#app/http/call.ts';
import { isUuid } from '#app/kit/text.ts';
import { saltedHash, seal } from '#app/log/seal.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import * as words from './objection.ts';
import { takeMessage } from './contact-message.server.ts';
import { leavesAbout, revisionOf } from './objection-log.server.ts';
import { contactMessages } from '#db/schema.ts';

/** Takes an objection to a product's published results; it counts once its writer has confirmed it. */
export async function takeObjection(
  originalId: number,
  typed: { email: string; text: string; ground: string },
  visitor: Visitor,
): Promise<Answer> {
  const { ground } = typed;
  if (!words.isGround(ground)) return refuse(400, words.NO_GROUND);
  if ((await revisionOf(db(), originalId)) === undefined) return refuse(404, words.NO_RESULTS);
  const objection = { ground, aboutProductId: originalId };
  return takeMessage(typed, visitor, { objection });
}

/** Makes an objection public, and seals it: its ground, and its words as a salted hash. */
export async function confirmObjection(id: string): Promise<Answer> {
  const isDone = await db().transaction(async (tx) => {
    if (!isUuid(id)) return false;
    const own = and(eq(contactMessages.id, id), isNotNull(contactMessages.ground));
    const [message] = await tx.select().from(contactMessages).where(own).for('update');
    if (!message?.aboutProductId || !message.ground) return false;
    if (message.confirmedAt) return true;
    const { aboutProductId: product, ground, text } = message;
    const revision = await revisionOf(tx, product);
    if (revision === undefined) return false;
    await notifyAdministrators(tx, 'message', { params: { messageId: id }, key: id });
    const wordsHash = await saltedHash(tx, text);
    await seal(tx, 'objection', { product, revision, ground, words_hash: wordsHash });
    await tx
      .update(contactMessages)
      .set({ confirmedAt: now(), wordsHash })
      .where(eq(contactMessages.id, id));
    return true;
  });
  return isDone ? answer(200, {}) : refuse(404, words.NO_SUCH_OBJECTION);
}

/**
 * Publishes a message as the one reply of a product's maker, beside the result, once an administrator
 * knows who wrote it.
 */
export async function publishReply(
  by: Administrator,
  id: string,
  typed: { product: string; maker: string; isSure: boolean },
): Promise<Answer> {
  const maker = typed.maker.trim().slice(0, 100);
  if (maker === '' || !typed.isSure) return refuse(400, words.MAKER_UNCHECKED);
  const product = /^\d{1,9}$/.test(typed.product.trim()) ? Number(typed.product) : 0;
  return administer(by, async (tx, note) => {
    const { answeredAt, ground } = contactMessages;
    // An objection is somebody else's.
    const own = and(eq(contactMessages.id, id), isNull(answeredAt), isNull(ground));
    const [message] = isUuid(id)
      ? await tx.select().from(contactMessages).where(own).for('update')
      : [];
    if (!message) return refuse(404, 'There is no such message.');
    if (message.text.length > words.REPLY_CHARACTERS) return refuse(400, words.REPLY_TOO_LONG);
    const revision = await revisionOf(tx, product);
    const earlier = (await leavesAbout(tx, product)).some((leaf) => leaf.maker !== undefined);
    if (revision === undefined || earlier) return refuse(409, words.REPLY_ONCE);
    await tx
      .update(contactMessages)
      .set({ answeredAt: now(), aboutProductId: product })
      .where(eq(contactMessages.id, id));
    await note({
      action: 'publish-reply',
      subject: `message ${id}`,
      before: {},
      after: { product, maker },
    });
    await seal(tx, 'reply', { product, revision, maker, text: message.text });
    return answer(200, { message: 'The reply is public on the report.' });
  });
}
