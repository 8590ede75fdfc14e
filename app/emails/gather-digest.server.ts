import { and, asc, desc, eq, gt, isNull, min, notExists, or } from 'drizzle-orm';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { siteUrl } from '#app/config.ts';
import { itemKey, type DigestItem, type DigestNews } from './digest-news.ts';
import { addressOf } from './load-payment.server.ts';
import { newsRow } from './load-product.server.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { NEWS } from '#app/subscriptions/topics.ts';
import { fundedAt } from '#app/testing/funded-at.server.ts';
import {
  digestIssues,
  emailSubscriptions,
  products,
  resultRevisions,
  testedProducts,
  testEndings,
} from '#db/schema.ts';

/** What is older is no news any more, even where nothing told of it. */
const NEWS_DAYS = 90;

/**
 * What no issue has told of yet, and since when it was looked for: for the first issue since the
 * first person confirmed a subscription, so that what the site came with is no news. What is hidden,
 * or not looked at yet, waits until it is shown.
 */
export async function gatherDigest(tx: Tx): Promise<{ since: Date; items: DigestItem[] }> {
  const issues = await tx.select().from(digestIssues).orderBy(asc(digestIssues.number));
  const oldest = daysAgo(NEWS_DAYS);
  const begin = issues[0]?.since ?? (await firstConfirmation(tx)) ?? now();
  const since = begin > oldest ? begin : oldest;
  const told = new Set(issues.flatMap(({ items }) => (items as DigestItem[]).map(itemKey)));
  return { since, items: await newsSince(tx, since, told) };
}

/** What happened since then and was not told yet, for the digest and the home page alike. */
async function newsSince(tx: Tx, since: Date, told: ReadonlySet<string> = new Set()) {
  const found = [...(await publishedSince(tx, since, told)), ...(await goalsSince(tx, since))];
  return found.filter((item) => !told.has(itemKey(item)));
}

/** The same of the last seven days, without what the site came with: its first publication. */
export async function newsOfTheWeek(): Promise<DigestNews> {
  const [first] = await db()
    .select({ at: min(resultRevisions.publishedAt) })
    .from(resultRevisions);
  const weekAgo = daysAgo(7);
  const since = first?.at && first.at > weekAgo ? first.at : weekAgo;
  return loadDigestNews(await newsSince(db(), since));
}

async function firstConfirmation(tx: Tx): Promise<Date | null | undefined> {
  const { confirmedAt, topic } = emailSubscriptions;
  const [row] = await tx
    .select({ at: min(confirmedAt) })
    .from(emailSubscriptions)
    .where(eq(topic, NEWS));
  return row?.at;
}

/** Nothing of it is taken back or kept from sight; what was never funded here always is. */
const isShown = or(
  isNull(products.id),
  and(eq(products.isDemo, false), isNull(products.removedAt), isNull(products.hiddenAt)),
);

/** The latest publication of each product, where that is news. */
async function publishedSince(tx: Tx, since: Date, told: ReadonlySet<string>) {
  const { originalId, number, publishedAt } = resultRevisions;
  const rows = await tx
    .select({ originalId, number })
    .from(resultRevisions)
    .innerJoin(testedProducts, eq(testedProducts.originalId, originalId))
    .leftJoin(products, eq(products.id, testedProducts.productId))
    .where(and(gt(publishedAt, since), isShown))
    .orderBy(asc(originalId), desc(number));
  const latest = new Map<number, DigestItem & { kind: 'results' }>();
  for (const row of rows) {
    const item = { kind: 'results', ...row, isFirst: row.number === 1 } as const;
    const isNew = item.isFirst && !told.has(itemKey(item));
    const known = latest.get(row.originalId);
    latest.set(row.originalId, known ? { ...known, isFirst: known.isFirst || isNew } : item);
  }
  return [...latest.values()];
}

/** Products whose money has come together since, and that nothing more is to be told of yet. */
async function goalsSince(tx: Tx, since: Date): Promise<DigestItem[]> {
  const hasEnded = tx.select().from(testEndings).where(eq(testEndings.productId, products.id));
  const funded = await tx
    .select({ id: products.id, testingBegunAt: products.testingBegunAt })
    .from(products)
    .where(
      and(
        eq(products.testingStatus, 'Testing in Progress'),
        isShown,
        isNull(products.unreviewedSince),
        notExists(hasEnded),
      ),
    )
    .orderBy(asc(products.id));
  const items: DigestItem[] = [];
  for (const product of funded) {
    const at = await fundedAt(tx, product);
    if (at && at > since) items.push({ kind: 'goal', productId: product.id });
  }
  return items;
}

/** What the items tell as the pages show it now; what was taken back or hidden since is left out. */
export async function loadDigestNews(items: readonly DigestItem[]): Promise<DigestNews> {
  const news: DigestNews = { results: [], corrections: [], goals: [] };
  for (const item of items) {
    if (item.kind === 'goal') {
      const product = await findProduct(item.productId);
      if (!product || product.id !== item.productId || product.removed_reason !== null) continue;
      news.goals.push({ product, url: addressOf(product.id) });
      continue;
    }
    const found = await loadPublication(item);
    if (!found) continue;
    const { row, reason } = found;
    const url = `${siteUrl()}/plasticlist/${row.product_id}`;
    if (item.isFirst || reason === null) news.results.push({ row, url });
    else news.corrections.push({ row, reason, url });
  }
  return news;
}

async function loadPublication({ originalId, number }: DigestItem & { kind: 'results' }) {
  const [found] = await db()
    .select({ reason: resultRevisions.reason })
    .from(resultRevisions)
    .innerJoin(testedProducts, eq(testedProducts.originalId, resultRevisions.originalId))
    .leftJoin(products, eq(products.id, testedProducts.productId))
    .where(
      and(eq(resultRevisions.originalId, originalId), eq(resultRevisions.number, number), isShown),
    );
  const row = await newsRow(originalId);
  return found && row && { row, reason: found.reason };
}
