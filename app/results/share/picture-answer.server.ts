import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { byteCache } from '#app/platform/http/byte-cache.ts';
import { isDatabaseAway } from '#app/platform/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { QueueFullError, workQueue } from '#app/platform/work-queue.ts';
import * as messages from '#app/results/messages.ts';
import type { AnyCard } from './product-card.ts';
import { drawShareCard } from './share-thread.server.ts';

/** Some 250 pictures. */
const KEPT_BYTES = 32 * 1024 * 1024;
const KEPT_SECONDS = 3_600;
const DRAWN_AT_ONCE = 2;
/** At a twentieth of a second each, nobody waits long. */
const WAITING_MAX = 30;
const RETRY_AFTER_SECONDS = 2;

interface Picture {
  png: Uint8Array<ArrayBuffer>;
  etag: string;
}

/** What to draw, at how many image pixels a CSS pixel, and the name under which it is saved. */
interface Asked {
  card: AnyCard;
  ratio: number;
  fileName: string;
}

const pictures = byteCache<Picture>({
  bytesMax: KEPT_BYTES,
  secondsMax: KEPT_SECONDS,
  bytesOf: ({ png }) => png.byteLength,
});
const drawing = workQueue({ atOnce: DRAWN_AT_ONCE, waitingMax: WAITING_MAX });

/** Answers with the picture of what `find` finds now; 404 where that is nothing. */
export async function answerPicture(
  c: Context,
  find: () => Promise<Asked | undefined>,
): Promise<Response> {
  try {
    const asked = await find();
    if (!asked) return refusePicture(c, 404, messages.TESTED_NOT_FOUND);
    return send(c, await pictureOf(asked), asked.fileName);
  } catch (error) {
    if (error instanceof QueueFullError) {
      c.header('Retry-After', String(RETRY_AFTER_SECONDS));
      return refusePicture(c, 503, messages.SHARE_BUSY);
    }
    log.error({ err: error }, 'share image failed');
    return refusePicture(c, isDatabaseAway(error) ? 503 : 500, messages.SHARE_FAILED);
  }
}

/** Kept by what it says, so that what changes can't be shown as it was. */
async function pictureOf({ card, ratio }: Asked): Promise<Picture> {
  return pictures.once(JSON.stringify([ratio, card]), () =>
    drawing(async () => {
      const png = new Uint8Array(await drawShareCard(card, ratio));
      return { png, etag: `"${createHash('sha1').update(png).digest('base64url')}"` };
    }),
  );
}

function send(c: Context, { png, etag }: Picture, fileName: string): Response {
  const headers = {
    'Content-Type': 'image/png',
    'Content-Disposition': `inline; filename="${fileName}"`,
    'Cache-Control': 'public, no-cache',
    // Made to be shown elsewhere.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: etag,
  };
  const known = (c.req.header('if-none-match') ?? '').split(',');
  const isCurrent = known.some((tag) => tag.trim().replace(/^W\//, '') === etag);
  return isCurrent ? c.body(null, 304, headers) : c.body(png, 200, headers);
}

export function refusePicture(c: Context, status: 400 | 404 | 500 | 503, error: string): Response {
  return c.json({ error }, status, { 'Cache-Control': 'no-store' });
}
