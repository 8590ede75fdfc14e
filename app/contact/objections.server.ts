import { and, eq, isNotNull } from 'drizzle-orm';
import { administer } from '#app/admin-log/trail.server.ts';
import { answer, refuse, type Administrator, type Answer, type Visitor } from '#app/http/call.ts';
import { isUuid } from '#app/kit/text.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { OBJECTIONS } from '#app/http/limits/limits.ts';
import { saltedHash, seal } from '#app/log/seal.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { changeRow, db, inTransaction } from '#app/database/db.server.ts';
import * as words from './objection.ts';
import { isFromBrand } from './brand-domains.server.ts';
import { lockOpen, takeMessage } from './contact-message.server.ts';
import { leavesAbout, revisionOf } from './objection-log.server.ts';
import { contactMessages } from '#db/schema.ts';

/**
 * Takes what somebody writes about a product's published results: on a ground it is an objection, which
 * counts once its writer has confirmed it; else a message to the administrators.
 */
export async function takeObjection(
  originalId: number,
  typed: { email: string; text: string; ground: string },
  visitor: Visitor,
): Promise<Answer> {
  const { ground } = typed;
  const isObjection = words.isGround(ground);
  if (!isObjection && !Object.hasOwn(words.OTHER_MATTERS, ground))
    return refuse(400, words.NO_GROUND, { field: 'ground' });
  if ((await revisionOf(db(), originalId)) === undefined) return refuse(404, words.NO_RESULTS);
  const about = { aboutProductId: originalId, ...(isObjection && { ground }) };
  return takeMessage(typed, visitor, { about });
}

/**
 * Makes an objection public, and seals it: its ground, its words as a salted hash, and whether its
 * writer's address is of a domain of the brand. One address has one open objection to a result.
 */
export async function confirmObjection(id: string, visitor: Visitor): Promise<Answer> {
  const { ground: its, aboutProductId, emailNormalised } = contactMessages;
  const own = and(eq(contactMessages.id, id), isNotNull(its));
  const [asked] = isUuid(id) ? await db().select().from(contactMessages).where(own) : [];
  if (!asked?.aboutProductId) return refuse(404, words.NO_SUCH_OBJECTION);
  const refused = asked.confirmedAt ? undefined : await admit(OBJECTIONS, visitor);
  if (refused) return refused;
  const { aboutProductId: product, emailNormalised: email } = asked;
  return inTransaction(async (tx) => {
    // Two of them at once wait for each other.
    const all = await tx
      .select()
      .from(contactMessages)
      .where(and(eq(aboutProductId, product), eq(emailNormalised, email), isNotNull(its)))
      .orderBy(contactMessages.id)
      .for('update');
    const message = all.find((one) => one.id === id);
    const revision = await revisionOf(tx, product);
    if (!message?.ground || revision === undefined) return refuse(404, words.NO_SUCH_OBJECTION);
    if (message.confirmedAt) return answer(200, {});
    if (all.some((one) => one.confirmedAt && !one.answeredAt))
      return refuse(409, words.OPEN_ALREADY);
    const { ground, text } = message;
    await notifyAdministrators(tx, 'message', { params: { messageId: id }, key: id });
    const wordsHash = await saltedHash(tx, text);
    const isOfBrand = await isFromBrand(tx, product, message.email);
    await seal(tx, 'objection', {
      product,
      revision,
      ground,
      words_hash: wordsHash,
      ...(isOfBrand && { from_brand: true }),
    });
    await changeRow(tx, contactMessages, id, { confirmedAt: now(), wordsHash });
    return answer(200, {});
  });
}

/** Puts an open objection at the top of its report, once an administrator has looked at it. */
export async function putOnTop(by: Administrator, id: string): Promise<Answer> {
  return administer(by, async (tx, note) => {
    const { aboutProductId: product, wordsHash: objection } = (await lockOpen(tx, id)) ?? {};
    if (!product || !objection) return refuse(404, words.NOT_PUT_ON_TOP);
    const known = (await leavesAbout(tx, product)).filter(
      (leaf) => leaf.objection === objection || (leaf.words_hash === objection && leaf.from_brand),
    );
    if (known.length > 0) return refuse(404, words.NOT_PUT_ON_TOP);
    await note({
      action: 'put-objection-on-top',
      subject: `message ${id}`,
      before: {},
      after: { product },
    });
    await seal(tx, 'objection-noted', { product, objection });
    return answer(200, { message: words.PUT_ON_TOP });
  });
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
  const field = maker === '' ? 'maker' : undefined;
  if (field || !typed.isSure) return refuse(400, words.MAKER_UNCHECKED, { field });
  const product = /^\d{1,9}$/.test(typed.product.trim()) ? Number(typed.product) : 0;
  return administer(by, async (tx, note) => {
    const message = await lockOpen(tx, id);
    // An objection is somebody else's.
    if (!message || message.ground) return refuse(404, 'There is no such message.');
    if (message.text.length > words.REPLY_CHARACTERS) return refuse(400, words.REPLY_TOO_LONG);
    const revision = await revisionOf(tx, product);
    const earlier = (await leavesAbout(tx, product)).some((leaf) => leaf.maker !== undefined);
    if (revision === undefined || earlier) return refuse(409, words.REPLY_ONCE);
    await changeRow(tx, contactMessages, id, { answeredAt: now(), aboutProductId: product });
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
