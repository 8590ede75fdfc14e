import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { lightPalette } from '#app/ui/palette.ts';

/**
 * The pictures of the site's sign that browsers and home screens ask for, drawn from
 * public/favicon.svg. Whoever changes that runs `node cli/icons.ts` and commits what it draws.
 */
interface Icon {
  file: string;
  sizePx: number;
  /** Share of the width that the sign takes; the rest is its ground. 1 keeps its round corners. */
  share: number;
}

const SIGN = 'public/favicon.svg';
/** The sign's own ground. */
const GROUND = lightPalette.paperRaised;

/** Home screens cut off corners: a maskable icon keeps to a circle of four fifths (W3C). */
export const icons: readonly Icon[] = [
  { file: 'public/favicon.ico', sizePx: 32, share: 1 },
  { file: 'public/icon-32.png', sizePx: 32, share: 1 },
  { file: 'public/apple-touch-icon.png', sizePx: 180, share: 0.9 },
  { file: 'public/icon-192.png', sizePx: 192, share: 1 },
  { file: 'public/icon-512.png', sizePx: 512, share: 1 },
  { file: 'public/icon-maskable-512.png', sizePx: 512, share: 0.75 },
];

/** Draws one of them, as the bytes of its file. */
export async function drawIcon({ file, sizePx, share }: Icon): Promise<Buffer> {
  const signPx = Math.round(sizePx * share);
  const sign = await sharp(readFileSync(SIGN), { density: (72 * signPx) / 32 })
    .resize(signPx, signPx)
    .png()
    .toBuffer();
  const background = share === 1 ? { r: 0, g: 0, b: 0, alpha: 0 } : GROUND;
  const png = await sharp({ create: { width: sizePx, height: sizePx, channels: 4, background } })
    .composite([{ input: sign }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  return file.endsWith('.ico') ? icoOf(png, sizePx) : png;
}

/** An icon file that holds one PNG. */
function icoOf(png: Buffer, sizePx: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(sizePx % 256, 6);
  head.writeUInt8(sizePx % 256, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

if (process.argv[1]?.endsWith('icons.ts')) {
  for (const icon of icons) writeFileSync(icon.file, await drawIcon(icon));
}
