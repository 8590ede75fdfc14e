import { and, eq, inArray, isNull } from 'drizzle-orm';
import { href } from 'react-router';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { isFundable } from '#app/catalogue/product-code.ts';
import { itemOf } from '#app/catalogue/item.server.ts';
import { kindNamed, kindOf } from '#app/catalogue/kinds.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import * as messages from './messages.ts';
import { EVERYTHING, topicParts, topicOfCode, type Topic } from './topics.ts';
import { products, testedProducts } from '#db/schema.ts';
import { testNamed } from '#app/catalogue/test-named.server.ts';

/** One topic as people read of it. */
interface NamedTopic {
  key: string;
  name: string;
  /** The page about it. */
  path?: string;
  /** As it stands in a sentence; its name unless given. */
  called?: string;
}

interface TopicKind {
  /** What is emailed about each of the kind. */
  sentence: string;
  /** Those of these that there are, with their names. */
  named(keys: string[]): NamedTopic[] | Promise<NamedTopic[]>;
  /**
   * The one that a key means, held as it is until the transaction ends, and whether it can be followed; for
   * what nobody changes `named` is asked.
   */
  hold?(tx: Tx, key: string): Promise<{ key: string; isListed: boolean } | undefined>;
  /** Of the product's own: the key under which its results are told, too. */
  ofResults?(productId: number, tx: Tx): string | undefined | Promise<string | undefined>;
}

/** What people can be told of: a new topic is one record here, and its sentence in `messages.ts`. */
const topicKinds = new Map<string, TopicKind>(
  Object.entries({
    news: {
      sentence: 'Once a week at most: what was tested, and what was found.',
      named: () => [{ key: '', name: 'Newsletter' }],
    },
    product: { sentence: messages.FOLLOW_LEAD, named: namedProducts, hold: holdProduct },
    report: { sentence: messages.FOLLOW_REPORT_LEAD, named: namedReports, hold: holdReport },
    kind: {
      sentence: messages.FOLLOW_KIND_LEAD,
      named: (keys) =>
        keys.flatMap((key) => {
          const name = kindNamed(key)?.name;
          const path = href('/plasticlist/kinds/:kind', { kind: key });
          return name ? { key, name, path, called: name.toLowerCase() } : [];
        }),
      ofResults: async (productId, tx) => kindOf(await itemOf(productId, tx))?.key,
    },
  } satisfies Record<string, TopicKind>),
);

/** Whether a topic is of a kind that there is. */
export function isTopic(topic: Topic): boolean {
  return topic === EVERYTHING || topicKinds.has(topicParts(topic)[0]);
}

/** What a topic means now, held to the end of the transaction; undefined for what there is not. */
export async function holdTopic(tx: Tx, topic: Topic) {
  const [kind, key] = topicParts(topic);
  const record = topicKinds.get(kind);
  const held = record?.hold
    ? await record.hold(tx, key)
    : (await record?.named([key]))?.map(({ key }) => ({ key, isListed: true }))[0];
  return held && { topic: held.key ? `${kind}:${held.key}` : kind, isListed: held.isListed };
}

/** Those of these topics that there are, by kinds and then by name. */
export async function nameTopics(topics: readonly Topic[]) {
  const byKind = Map.groupBy(topics, (topic) => topicParts(topic)[0]);
  const named = [];
  for (const [kind, { sentence, named: nameThem }] of topicKinds) {
    const keys = (byKind.get(kind) ?? []).map((topic) => topicParts(topic)[1]);
    const found = keys.length > 0 ? await nameThem(keys) : [];
    named.push(
      ...found
        .toSorted((a, b) => a.name.localeCompare(b.name) || Number(a.key) - Number(b.key))
        .map(({ key, name, path = null, called = name }) => {
          const topic = key ? `${kind}:${key}` : kind;
          return { topic, name, path, called, sentence };
        }),
    );
  }
  return named;
}

/** The topics that what happens to a product is told under: its own, then what else its results are told to. */
export async function topicsOf(tx: Tx, productId: number, isOfResults: boolean): Promise<Topic[]> {
  const topics = [topicOfCode(productId)];
  for (const [kind, { ofResults }] of isOfResults ? topicKinds : []) {
    const key = await ofResults?.(productId, tx);
    if (key) topics.push(`${kind}:${key}`);
  }
  return topics;
}

/** A duplicate that was merged means the product that stays: a merge that is under way is waited for. */
async function holdProduct(tx: Tx, code: string) {
  for (let id = Number(code); isProductId(id);) {
    const { mergedInto, removedAt, hiddenAt } = products;
    const [row] = await tx
      .select({ mergedInto, removedAt, hiddenAt })
      .from(products)
      .where(eq(products.id, id))
      .for('share');
    if (!row) return undefined;
    if (row.mergedInto === null)
      return { key: String(id), isListed: !row.removedAt && !row.hiddenAt };
    id = row.mergedInto;
  }
  return undefined;
}

async function namedProducts(keys: string[]): Promise<NamedTopic[]> {
  const { id, removedAt } = products;
  const rows = await db()
    .select({ id, name: testNamed() })
    .from(products)
    .where(and(inArray(id, keys.map(Number)), isNull(removedAt)));
  return rows.map((row) => {
    const key = String(row.id);
    return { key, name: row.name, path: href('/product/:id', { id: key }) };
  });
}

async function holdReport(tx: Tx, key: string) {
  const { originalId } = testedProducts;
  if (!/^\d{1,9}$/.test(key) || isFundable(Number(key))) return undefined;
  const own = eq(originalId, Number(key));
  const [row] = await tx.select({ originalId }).from(testedProducts).where(own).for('key share');
  return row && { key: String(row.originalId), isListed: true };
}

async function namedReports(keys: string[]): Promise<NamedTopic[]> {
  const { originalId, name } = testedProducts;
  const rows = await db()
    .select({ originalId, name })
    .from(testedProducts)
    .where(inArray(originalId, keys.map(Number)));
  return rows.map((row) => {
    const key = String(row.originalId);
    return { key, name: row.name, path: href('/plasticlist/:originalId', { originalId: key }) };
  });
}
