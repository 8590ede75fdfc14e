import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import satori from 'satori';
import sharp from 'sharp';
import { present } from '#app/kit/assert.ts';
import type { ShareCard } from './share-card.ts';
import { shareLayout } from './share-layout.ts';
import { SHARE_HEIGHT_PX, SHARE_WIDTH_PX } from './share-size.ts';

/*
 * Draws share images on a thread of its own, so that laying one out never holds up a page. It runs
 * from the source, in the compiled site too: Node strips types by itself.
 */

export interface DrawRequest {
  id: number;
  card: ShareCard;
  ratio: number;
}

export type DrawReply = { id: number; png: Uint8Array } | { id: number; error: string };

sharp.cache(false);
sharp.concurrency(1);

const { resolve } = createRequire(import.meta.url);
const font = (name: string, file: string, weight: 400 | 500 = 400) => ({
  name,
  weight,
  style: 'normal' as const,
  data: readFileSync(resolve(file)),
});
const plex = '@fontsource/ibm-plex-mono/files/ibm-plex-mono';
const fraunces = '@fontsource-variable/fraunces/files/fraunces';
/** The site's own; letters that a subset lacks are taken from the next. */
const fonts = [
  font('display', `${fraunces}-latin-opsz-normal.woff2`),
  font('display-more', `${fraunces}-latin-ext-opsz-normal.woff2`),
  font('mono', `${plex}-latin-400-normal.woff2`),
  font('mono', `${plex}-latin-500-normal.woff2`, 500),
  font('mono-more', `${plex}-latin-ext-400-normal.woff2`),
];

const port = present(parentPort, 'the thread that asks for pictures');
port.on('message', ({ id, card, ratio }: DrawRequest) => {
  drawShareCard(card, ratio).then(
    (png) => port.postMessage({ id, png } satisfies DrawReply),
    (error: unknown) => port.postMessage({ id, error: String(error) } satisfies DrawReply),
  );
});

async function drawShareCard(card: ShareCard, ratio: number): Promise<Uint8Array> {
  const svg = await satori(shareLayout(card), {
    width: SHARE_WIDTH_PX,
    height: SHARE_HEIGHT_PX,
    fonts,
  });
  // Satori masks every drawing by its own frame: that hides nothing here, and is most of the work.
  const unmasked = svg.replaceAll(/ mask="url\(#satori_om-[^"]*\)"/g, '');
  // Drawn at 72 pixels an inch times the ratio: as large as asked for, not enlarged.
  const drawn = sharp(Buffer.from(unmasked), { density: 72 * ratio });
  return drawn.flatten({ background: '#fff' }).png({ compressionLevel: 6 }).toBuffer();
}
