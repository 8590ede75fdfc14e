import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import routes from '#app/routes.ts';
import { startSite } from '#app/server.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { isQuantified, parseMeasurement } from '#app/toxicology/measurement.ts';
import { listPosts } from '#app/pages/blog/find-posts.server.ts';
import type { Block, Picture } from '#app/prose/blocks.ts';

/** Every address that blocks link to. */
const linksOf = (blocks: readonly Block[]) =>
  Array.from(
    JSON.stringify(blocks).matchAll(/"type":"link","address":"([^"]*)"/g),
    ([, to]) => to!,
  );

it('ships the one post, with its links', async () => {
  const posts = await listPosts();
  expect(posts.map(({ slug, published }) => [slug, published])).toEqual([
    ['test-post', '2025-02-03'],
  ]);
  const text = JSON.stringify(posts[0]?.blocks);
  for (const told of ['/add-product', '/contact', '20,000', '86%', '22 products', '32,500%']) {
    expect(text).toContain(told);
  }
});

it('ships every picture of a post in the size that the post says', async () => {
  const posts = await listPosts();
  const pictures = posts.flatMap(({ blocks }) => picturesIn(blocks));
  expect(pictures.length).toBeGreaterThan(0);
  for (const { address, alt, widthPx, heightPx } of pictures) {
    const { width, height } = await sharp(`public${address}`).metadata();
    expect([address, widthPx, heightPx]).toEqual([address, width, height]);
    expect(alt.length, address).toBeGreaterThan(20);
  }
  for (const { share } of posts.filter((post) => post.share)) {
    const { format, width, height } = await sharp(`public${share?.address}`).metadata();
    expect([format, width, height]).toEqual(['png', 1200, 630]);
  }
});

it('links to nothing of this site that is not there', async () => {
  const known = new Set(routes.map(({ path }) => `/${path ?? ''}`));
  for (const { blocks } of await listPosts()) {
    const own = linksOf(blocks).filter((address) => address.startsWith('/'));
    const missing = own.filter((address) => !known.has(address) && !existsSync(`public${address}`));
    expect(missing).toEqual([]);
  }
});

it('counts the products above the limit as the published samples have them', async () => {
  const [head = '', ...lines] = readFileSync('db/data/plasticlist/samples.tsv', 'utf8')
    .trim()
    .split('\n');
  const columns = head.split('\t');
  const [, adult] = bodyWeights;
  const highest = new Map<string, number>();
  for (const cells of lines.map((line) => line.split('\t'))) {
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    const parsed = parseMeasurement(cell('BPA_ng_g'));
    if (!parsed.ok || !isQuantified(parsed.measurement)) continue;
    const intake = (parsed.measurement.valueNgG * Number(cell('serving_size_g'))) / adult.weightKg;
    const percent = (intake / 0.2) * 100;
    highest.set(cell('product_id'), Math.max(percent, highest.get(cell('product_id')) ?? 0));
  }
  const above = [...highest.values()].filter((percent) => percent > 100);
  const figure = (percent: number) => Math.round(percent).toLocaleString('en-US');
  const [post] = await listPosts();
  expect(JSON.stringify(post?.blocks)).toContain(
    `there are ${above.length} products with at least one sample above the limit, and their highest samples make up ${figure(Math.min(...above))}% to ${figure(Math.max(...above))}% of it`,
  );
});

function picturesIn(blocks: Block[]): Picture[] {
  return blocks.flatMap((block) => (block.type === 'picture' ? [block.picture] : []));
}

const HEAD = '---\ntitle: A post\ndescription: Short.\n---\n';

it.each([
  ['without a day', 'a-post.md', HEAD, 'a-post.md: a post is named as 2025-02-03-its-slug.md'],
  [
    'without a description',
    '2025-02-03-a-post.md',
    '---\ntitle: A post\n---\n',
    '2025-02-03-a-post.md: its head has no title or no description',
  ],
  ['twice', '2025-02-03-test-post.md', HEAD, 'two posts have the slug test-post'],
  ['that is a folder', '2025-02-03-a-post.md', null, '2025-02-03-a-post.md: it cannot be read'],
])(
  'a post %s ends the start with a sentence, before a page needs it',
  async (_what, name, text, why) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'openassay-posts-'));
    const file = path.join(folder, name);
    if (text === null) mkdirSync(file);
    else writeFileSync(file, text);
    configure({ BLOG_FOLDERS: `content/blog,${folder}` });
    await expect(startSite()).rejects.toThrow(why);
  },
);
