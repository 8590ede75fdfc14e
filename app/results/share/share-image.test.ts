import { Hono } from 'hono';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { plasticListFile } from '#test/support/samples-file.ts';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { answerShareImage, SHARE_IMAGE_PATH } from './share-image.server.ts';

/** What holds drawing up, so that others wait. */
const drawing = vi.hoisted(() => ({ waitsFor: Promise.resolve() }));
vi.mock(import('./draw-share-card.server.ts'), async (original) => {
  const { drawShareCard, ...others } = await original();
  return {
    ...others,
    drawShareCard: async (...of) => {
      await drawing.waitsFor;
      return drawShareCard(...of);
    },
  };
});

useDatabaseWithResults();

const site = new Hono().get(SHARE_IMAGE_PATH, answerShareImage);
const ask = async (address: string, headers?: Record<string, string>) =>
  site.request(`/plasticlist/${address}`, { headers });
const bytesOf = async (address: string) =>
  Buffer.from(await (await ask(address)).arrayBuffer()).toString('base64');

test.each([
  ['93/report.png', 1600, 900],
  ['93/report.png?ratio=1', 800, 450],
  ['93/report.png?ratio=3&weight=adult', 2400, 1350],
  ['0093/report.png?ratio=2', 1600, 900],
])('%s is a picture of %d by %d pixels', async (address, width, height) => {
  const answered = await ask(address);
  expect(answered.status).toBe(200);
  expect(answered.headers.get('content-type')).toBe('image/png');
  expect(answered.headers.get('content-disposition')).toBe(
    'inline; filename="boba_guys_black_tea_pearls_report.png"',
  );
  const picture = sharp(await answered.arrayBuffer());
  expect(await picture.metadata()).toMatchObject({ format: 'png', width, height, hasAlpha: false });
  // Something is drawn on it: not all of it is paper.
  const { channels, isOpaque } = await picture.stats();
  expect(isOpaque).toBe(true);
  expect(channels[0]?.stdev).toBeGreaterThan(10);
});

test('every product and person has a picture of its own', async () => {
  const addresses = ['93', '92', '750', '304'].flatMap((id) => [
    `${id}/report.png?ratio=1`,
    `${id}/report.png?ratio=1&weight=adult`,
  ]);
  const drawn = await Promise.all(addresses.map(bytesOf));
  expect(new Set(drawn).size).toBe(addresses.length);
});

test('the same who eats as much has the same picture, however the address says it', async () => {
  const draw = (id: number, ...whom: string[]) =>
    Promise.all(whom.map((who) => bytesOf(`${id}/report.png?ratio=1${who}`)));
  const water = await draw(2, '', '&weight=child', '&weight=14&servings=1', '&servings=2');
  expect(new Set(water.slice(0, 3)).size).toBe(1);
  expect(new Set(water).size).toBe(2);
  // Infant formula is for a baby unless somebody else is named.
  const formula = await draw(1, '', '&weight=baby', '&weight=baby&servings=6', '&weight=child');
  expect(new Set(formula.slice(0, 3)).size).toBe(1);
  expect(new Set(formula).size).toBe(2);
});

test('whoever has the picture is not sent it again', async () => {
  const first = await ask('2/report.png');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await ask('2/report.png', { 'if-none-match': known });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
  }
  expect((await ask('2/report.png', { 'if-none-match': '"other"' })).status).toBe(200);
  expect((await ask('2/report.png?weight=adult')).headers.get('etag')).not.toBe(etag);
});

test.each(['9999/report.png', '0/report.png', 'abc/report.png', '99999999999/report.png'])(
  '%s is not found',
  async (address) => {
    const answered = await ask(address);
    expect(answered.status).toBe(404);
    expect(await answered.json()).toEqual({ error: 'Product not found' });
  },
);

test.each([
  ['ratio=4', 'ratio must be 1, 2 or 3.'],
  ['ratio=100000', 'ratio must be 1, 2 or 3.'],
  ['weight=giant', 'weight must be child, adult, baby, or a weight in kilograms.'],
  ['weight=', 'weight must be child, adult, baby, or a weight in kilograms.'],
  ['servings=0', 'servings must be a whole number from 1 to 12.'],
  ['servings=13', 'servings must be a whole number from 1 to 12.'],
])('%s is refused', async (query, error) => {
  const answered = await ask(`93/report.png?${query}`);
  expect(answered.status).toBe(400);
  expect(await answered.json()).toEqual({ error });
});

test('a name of any length and script is drawn inside the picture', async () => {
  const names = ['Crème brûlée ½ ™ — “A” & <b>', 'n'.repeat(200), 'Long name '.repeat(30).trim()];
  const lines = plasticListFile
    .split('\n')
    .filter((line, at) => at === 0 || /^\d+\t2\t/.test(line));
  const own = lines.join('\n');
  for (const name of names) {
    await importSamples(withName(own, '2', name));
    const picture = sharp(Buffer.from(await bytesOf('2/report.png?ratio=1'), 'base64'));
    const { width, height } = await picture.metadata();
    expect([width, height]).toEqual([800, 450]);
    // The right margin stays paper, but for its squares.
    const place = { left: 770, top: 0, width: 30, height: 450 };
    const margin = await sharp(await picture.extract(place).toBuffer()).stats();
    expect(margin.channels[0]?.min).toBeGreaterThan(200);
  }
  await importSamples(own);
});

test('what is said of who eats ends above the tiles', async () => {
  const picture = sharp(Buffer.from(await bytesOf('1/report.png?ratio=1'), 'base64'));
  const gap = await sharp(
    await picture.extract({ left: 36, top: 170, width: 600, height: 6 }).toBuffer(),
  ).stats();
  expect(gap.channels[0]?.min).toBeGreaterThan(200);
});

test('past the queue a picture is refused at once, with when to come back', async () => {
  const ids = new Set(
    plasticListFile
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[1]),
  );
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  drawing.waitsFor = promise;
  const asked = [...ids].slice(20, 80).map((id) => ask(`${id}/report.png?ratio=1`));
  const refused = await Promise.any(
    asked.map(async (one) => {
      const { status, headers } = await one;
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
      return one;
    }),
  );
  expect(await refused.json()).toEqual({
    error: 'Too many images are being generated. Please try again in a moment.',
  });
  goOn();
  const drawn = (await Promise.all(asked)).filter(({ status }) => status === 200);
  expect(drawn.length).toBeGreaterThan(0);
  expect((await ask('93/report.png?ratio=3')).status).toBe(200);
});

function withName(text: string, productId: string, name: string): string {
  return changed(text, productId, 'product', () => name, Infinity);
}

/** The file with a cell of one product's samples changed, in as many of them. */
function changed(
  text: string,
  productId: string,
  column: string,
  change: (cell: string) => string,
  times = 1,
): string {
  const [header = '', ...lines] = text.split('\n');
  const at = header.split('\t').indexOf(column);
  let left = times;
  const rest = lines.map((line) => {
    const cells = line.split('\t');
    if (cells[1] !== productId || left === 0) return line;
    left -= 1;
    return cells.with(at, change(cells[at] ?? '')).join('\t');
  });
  return [header, ...rest].join('\n');
}
