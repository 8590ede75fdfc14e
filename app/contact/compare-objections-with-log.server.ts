import { createHash } from 'node:crypto';
import { isNotNull } from 'drizzle-orm';
import { snapshot } from '#app/database/db.server.ts';
import { stripEmails, type LeafBody } from '#app/log/forms.ts';
import { entriesOf } from '#app/log/store.server.ts';
import { contactMessages, logSalts } from '#db/schema.ts';

/** A message and its entry are written in one transaction, each with a time of its own. */
const MOST_APART_MS = 60_000;

type Entry = { at: string } & Partial<LeafBody<'objection'> & LeafBody<'reply'>>;

/**
 * Compares objections to results, their answers, and makers' replies, as the desk has them, with what was
 * sealed, but for those that were forgotten since, with the salt of their words. Resolves to how many
 * objections were looked at, and to a sentence for each thing that differs.
 */
export async function compareObjectionsWithLog(): Promise<{ looked: number; found: string[] }> {
  return snapshot(async (tx) => {
    const messages = await tx
      .select()
      .from(contactMessages)
      .where(isNotNull(contactMessages.aboutProductId));
    const salts = new Map((await tx.select().from(logSalts)).map(({ hash, salt }) => [hash, salt]));
    const leaves = await entriesOf(tx, ['objection', 'reply']);
    const entries = leaves.map(({ index, at, body }): { index: number; body: Entry } => {
      return { index, body: { at, ...body } };
    });
    const own = messages.filter(({ confirmedAt, wordsHash }) => confirmedAt ?? wordsHash);
    const sealed = new Set(entries.flatMap(({ body }) => body.words_hash ?? body.objection ?? []));
    const answered = new Set(entries.flatMap(({ body }) => body.objection ?? []));
    const found = entries.flatMap(({ index, body }) => {
      const { words_hash: hash, objection, text } = body;
      const about = own.filter(({ wordsHash }) => wordsHash === (hash ?? objection));
      // A maker's reply is told by its product and its time.
      const here = hash || objection ? about : messages.filter((one) => isReply(one, body));
      const isSame = here.some((one) =>
        hash
          ? hashed(one.text, salts.get(hash)) === hash &&
            one.ground === body.ground &&
            one.aboutProductId === body.product &&
            isThen(one.confirmedAt, body)
          : stripEmails((objection ? one.answer : one.text) ?? '') === text,
      );
      if (here.length > 0)
        return isSame ? [] : [`Entry ${index} has this otherwise than the desk.`];
      return hash && salts.has(hash) ? [`Objection, entry ${index}, is missing.`] : [];
    });
    const unsealed = own.filter(({ wordsHash: hash, answeredAt }) => {
      return !hash || !sealed.has(hash) || (answeredAt !== null && !answered.has(hash));
    });
    const never = unsealed.map(({ id }) => `Objection ${id}, or its answer, was never sealed.`);
    return { looked: own.length, found: [...found, ...never] };
  });
}

type Message = typeof contactMessages.$inferSelect;

function isReply({ ground, aboutProductId, answeredAt }: Message, body: Entry): boolean {
  return ground === null && aboutProductId === body.product && isThen(answeredAt, body);
}

function isThen(moment: Date | null, { at }: Entry): boolean {
  return moment !== null && Math.abs(moment.getTime() - Date.parse(at)) <= MOST_APART_MS;
}

function hashed(text: string, salt: Buffer | undefined): string | undefined {
  return salt && createHash('sha256').update(salt).update(text).digest('hex');
}
