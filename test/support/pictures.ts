import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A JPEG of one colour, or a picture in another format. */
export async function picture({
  widthPx = 600,
  heightPx = 400,
  colour = '#c04020',
  format = 'jpeg',
}: {
  widthPx?: number;
  heightPx?: number;
  colour?: string;
  format?: 'jpeg' | 'png' | 'webp' | 'avif';
} = {}): Promise<Buffer> {
  const size = { width: widthPx, height: heightPx, channels: 3 as const };
  return sharp({ create: { ...size, background: colour } })
    .toFormat(format)
    .toBuffer();
}

/** A picture of noise, too large for a small buffer, whose second half is missing. */
export async function halfPicture(): Promise<Buffer> {
  const size = { width: 400, height: 400, channels: 3 as const };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const whole = await sharp({ create: { ...size, background: '#fff', noise } })
    .jpeg()
    .toBuffer();
  return whole.subarray(0, whole.length / 2);
}

/** A PNG of a few kilobytes that says it has so many pixels, all of them black. */
export function pngBomb(widthPx: number, heightPx: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  // One bit a pixel, of grey.
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(widthPx / 8) + 1) * heightPx);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG whose header says so many pixels, with hardly any data behind it. */
export function pngHeader(widthPx: number, heightPx: number): Buffer {
  const png = pngBomb(widthPx, 1);
  png.writeUInt32BE(heightPx, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
