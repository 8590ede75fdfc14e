import { and, eq, notLike } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { registerProductTest } from '#test/support/acts.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { makeRelease } from '#app/data/releases/make-release.server.ts';
import { db } from '#app/database/db.server.ts';
import { contributions, logLeaves, orders, releaseParts } from '#db/schema.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { productFile } from '#test/support/samples-file.ts';
import { aProduct, useStory } from '#test/support/story.ts';
import { aRegistration, buys, gives, goes, isGivenUp, TO_CHECKED } from '#test/support/testing.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

it('no entry of the log, page, file, or release of the data holds an email, an order, or what one person paid', async () => {
  const product = await aProduct('Marked oats', 300);
  const givers: Visitor[] = [];
  for (const dollars of [91, 92, 117]) {
    const giver = new Visitor(story);
    await gives(giver, product.id, dollars);
    givers.push(giver);
  }
  const by = { actor: 'command line' } as const;
  const [first] = givers;
  const own = { organization: 'The Mill', organizationEmail: first!.email };
  const said = aRegistration({ ...own, shops: `Ask marked-shop@ada.example` });
  expect(await registerProductTest(by, product.id, said, 0)).toMatchObject({ ok: true });
  const note = 'Bought by marked-note@ada.example';
  const one = await buys(product.id, { note, receipt: 'marked-receipt' });
  await isGivenUp(await buys(product.id, { lot: 'L-2', receipt: 'marked-receipt-2' }));
  await goes(one, ...TO_CHECKED);
  const file = productFile({ id: `marked-${product.id}` });
  expect(await importSamples(file, { about: product.id })).toMatchObject({ ok: true });
  const objector = new Visitor(story);
  const text = 'I am Ada Marked, and I know it.';
  await objector.page(`/objection/${product.id}`, { ground: 'lot', text, email: objector.email });

  const leaves = (await db().select({ leaf: logLeaves.leaf }).from(logLeaves)).map(
    (row) => row.leaf,
  );
  expect(leaves.length).toBeGreaterThan(7);
  const paths = [
    `/product/${product.id}`,
    `/plasticlist/${product.id}`,
    `/api/products/${product.id}/testing`,
    '/tests',
    '/tests.csv',
    '/products.csv',
    '/plasticlist.csv',
    `/plasticlist/${product.id}.csv`,
    `/api/products/${product.id}.csv`,
    `/api/products/${product.id}/testing.csv`,
    '/api/risk-levels.csv',
    '/api/books.csv',
    '/transparency',
    '/feed.xml',
  ];
  const visitor = new Visitor(story);
  const pages = await Promise.all(paths.map(async (path) => (await visitor.page(path)).body));
  const made = await makeRelease();
  const released = await releasedText('made' in made ? made.made : '');
  expect(released).toContain('Marked oats');
  expect(released).not.toContain('ada.example');
  const all = [...leaves, released, ...pages.map((body) => JSON.stringify(body))].join('\n');
  const stored = await db().select().from(orders);
  const shares = await db().select().from(contributions);
  expect(leaves.join()).not.toContain('ada.example');
  const secrets = [
    ...[...givers, objector].map(({ email }) => email),
    'Ada Marked',
    'marked-receipt',
    ...stored.flatMap((order) => [order.id, order.sessionId, order.paymentIntentId]),
    ...shares.map(({ id }) => id),
  ];
  for (const secret of secrets.filter((one): one is string => Boolean(one)))
    expect([secret, all.includes(secret)]).toEqual([secret, false]);
  // Digits of an amount stand in a hash or an ID by chance.
  const withoutHex = all.replaceAll(/[0-9a-f]{8}[0-9a-f-]*/g, '');
  for (const paid of [91, 92, 117].flatMap((dollars) => [`${dollars}00`, `$${dollars}`]))
    expect([paid, withoutHex.includes(paid)]).toEqual([paid, false]);
  // What may be public is there.
  for (const known of ['The Mill', 'AT-1234', 'L-2']) expect(all).toContain(known);
});

/** All that a release holds, but for Parquet, which packs the same. */
async function releasedText(name: string): Promise<string> {
  const { release, file, content } = releaseParts;
  const parts = await db()
    .select({ content })
    .from(releaseParts)
    .where(and(eq(release, name), notLike(file, '%.parquet')));
  return parts.map((part) => part.content.toString()).join('\n');
}
