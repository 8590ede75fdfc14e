import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { snapshot, type Tx } from '#app/database/db.server.ts';
import { withoutAddresses } from '#app/log/forms.ts';
import { currentTree } from '#app/log/store.server.ts';
import { contactMessages, logLeaves, logSalts } from '#db/schema.ts';

/** A message and its entry are written in one transaction, each with a time of its own. */
const MOST_APART_MS = 60_000;

type Message = typeof contactMessages.$inferSelect;

interface Entry {
  index: number;
  form: string;
  at: number;
  product: number;
  ground?: string;
  words_hash?: string;
  objection?: string;
  maker?: string;
  text?: string;
}

/**
 * Compares objections to results, answers to them, and makers' replies, as the desk has them, with what
 * was sealed. What was forgotten since, with the salt of its words, cannot be compared. Resolves to how
 * many messages were looked at, and to a sentence for each thing that differs.
 */
export async function objectionsBesideLog(): Promise<{ looked: number; found: string[] }> {
  return snapshot(async (tx) => {
    const entries = await entriesOf(tx);
    const messages = await tx
      .select()
      .from(contactMessages)
      .where(or(isNotNull(contactMessages.confirmedAt), isNotNull(contactMessages.wordsHash)));
    const salts = new Map(
      (await tx.select().from(logSalts)).map(({ hash, salt }) => [hash, salt] as const),
    );
    const byHash = new Map(messages.map((message) => [message.wordsHash, message]));
    const objections = entries.filter(({ words_hash: own }) => own !== undefined);
    const answers = entries.filter(({ objection, text }) => objection && text !== undefined);
    const found = [
      ...messages
        .filter(({ wordsHash }) => !objections.some((one) => one.words_hash === wordsHash))
        .map(({ id }) => `Objection ${id} was never sealed.`),
      ...objections.flatMap((entry) => {
        const [message, salt] = [byHash.get(entry.words_hash!), salts.get(entry.words_hash!)];
        if (message) return isSealedSo(message, entry, salt) ? [] : [changed('Objection', entry)];
        return salt ? [`Objection, entry ${entry.index}, is missing.`] : [];
      }),
      ...answers.flatMap((entry) => {
        const message = byHash.get(entry.objection!);
        return message && !isText(message.answer, entry) ? [changed('Answer', entry)] : [];
      }),
      ...messages
        .filter(({ answeredAt, wordsHash }) => {
          return answeredAt && !answers.some(({ objection }) => objection === wordsHash);
        })
        .map(({ id }) => `The answer to objection ${id} was never sealed.`),
      ...(await repliesChanged(tx, entries)),
    ];
    return { looked: messages.length, found };
  });
}

function changed(what: string, { index }: Entry): string {
  return `${what}, entry ${index}, is not as it was sealed.`;
}

function isSealedSo(message: Message, entry: Entry, salt: Buffer | undefined): boolean {
  const words = salt && createHash('sha256').update(salt).update(message.text).digest('hex');
  return (
    words === entry.words_hash &&
    message.ground === entry.ground &&
    message.aboutProductId === entry.product &&
    isThen(message.confirmedAt, entry)
  );
}

function isText(text: string | null, entry: Entry): boolean {
  return withoutAddresses(text ?? '') === entry.text;
}

function isThen(moment: Date | null, { at }: Entry): boolean {
  return moment !== null && Math.abs(moment.getTime() - at) <= MOST_APART_MS;
}

/** Makers' replies whose messages are still there, and say something else. */
async function repliesChanged(tx: Tx, entries: readonly Entry[]): Promise<string[]> {
  const replies = entries.filter(({ maker }) => maker !== undefined);
  const products = [0, ...replies.map(({ product }) => product)];
  const messages = await tx
    .select()
    .from(contactMessages)
    .where(inArray(contactMessages.aboutProductId, products));
  return replies.flatMap((entry) => {
    const own = messages.filter(
      (one) => one.aboutProductId === entry.product && !one.ground && isThen(one.answeredAt, entry),
    );
    const isHere = own.some(({ text }) => isText(text, entry));
    return own.length === 0 || isHere ? [] : [changed('Reply', entry)];
  });
}

async function entriesOf(tx: Tx): Promise<Entry[]> {
  const { tree } = await currentTree(tx);
  const { index, form, leaf } = logLeaves;
  const rows = await tx
    .select({ index, form, leaf })
    .from(logLeaves)
    .where(and(eq(logLeaves.tree, tree), inArray(form, ['objection', 'reply'])))
    .orderBy(asc(index));
  return rows.map((row) => {
    const body = JSON.parse(row.leaf) as Omit<Entry, 'index' | 'form' | 'at'> & { at: string };
    return { ...body, ...row, at: Date.parse(body.at) };
  });
}
