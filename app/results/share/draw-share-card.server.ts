import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ShareCard } from './share-card.ts';
import { shareLayout } from './share-layout.tsx';
import { SHARE_HEIGHT_PX, SHARE_WIDTH_PX } from './share-size.ts';

const { resolve } = createRequire(import.meta.url);
const plex = '@fontsource/ibm-plex-mono/files/ibm-plex-mono';
const fraunces = '@fontsource-variable/fraunces/files/fraunces';
/** The site's own; letters that a subset lacks are taken from the next. */
const FONTS = [
  ['display', `${fraunces}-latin-opsz-normal.woff2`, 400],
  ['display-more', `${fraunces}-latin-ext-opsz-normal.woff2`, 400],
  ['mono', `${plex}-latin-400-normal.woff2`, 400],
  ['mono', `${plex}-latin-500-normal.woff2`, 500],
  ['mono-more', `${plex}-latin-ext-400-normal.woff2`, 400],
] as const;

async function load() {
  const [{ default: satori }, { default: sharp }] = await Promise.all([
    import('satori'),
    import('sharp'),
  ]);
  const fonts = await Promise.all(
    FONTS.map(async ([name, file, weight]) => {
      return { name, weight, style: 'normal' as const, data: await readFile(resolve(file)) };
    }),
  );
  return { satori, sharp, fonts };
}

/** Loaded with the first picture: a process that draws none is smaller, and starts sooner. */
let means: ReturnType<typeof load> | undefined;

/** A share image as PNG; `ratio` is image pixels a CSS pixel. */
export async function drawShareCard(
  card: ShareCard,
  ratio: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { satori, sharp, fonts } = await (means ??= load());
  const svg = await satori(shareLayout(card), {
    width: SHARE_WIDTH_PX,
    height: SHARE_HEIGHT_PX,
    fonts,
  });
  // Satori masks every drawing by its own frame: that hides nothing here, and is most of the work.
  const unmasked = svg.replaceAll(/ mask="url\(#satori_om-[^"]*\)"/g, '');
  // Drawn at 72 pixels an inch times the ratio: as large as asked for, not enlarged.
  const drawn = sharp(Buffer.from(unmasked), { density: 72 * ratio });
  return new Uint8Array(
    await drawn.flatten({ background: '#fff' }).png({ compressionLevel: 6 }).toBuffer(),
  );
}
