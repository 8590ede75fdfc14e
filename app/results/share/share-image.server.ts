import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { siteUrl } from '#app/config.ts';
import { byteCache } from '#app/platform/http/byte-cache.ts';
import { log } from '#app/platform/log.server.ts';
import { QueueFullError, workQueue } from '#app/platform/work-queue.ts';
import { site } from '#app/site.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import * as messages from '#app/results/messages.ts';
import { DEFAULT_SHARE_RATIO, shareFileName } from './share-address.ts';
import { shareCard, type ShareCard } from './share-card.ts';
import { drawShareCard } from './share-thread.server.ts';
import { findReportWithCard } from '#app/results/tested-report.server.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';

/** Where it is mounted: beside the page that it is the picture of. */
export const SHARE_IMAGE_PATH = '/plasticlist/:original_id/report.png';

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

const pictures = byteCache<Picture>({
  bytesMax: KEPT_BYTES,
  secondsMax: KEPT_SECONDS,
  bytesOf: ({ png }) => png.byteLength,
});
const drawing = workQueue({ atOnce: DRAWN_AT_ONCE, waitingMax: WAITING_MAX });

const query = z.object({
  ratio: z
    .enum(['1', '2', '3'], messages.SHARE_RATIO_UNKNOWN)
    .default(String(DEFAULT_SHARE_RATIO) as '2'),
  weight: z.enum(['child', 'adult'], messages.SHARE_WEIGHT_UNKNOWN).default('child'),
});

/** Answers with a report's share image, drawn from the stored results as they are now (spec §9). */
export async function answerShareImage(c: Context): Promise<Response> {
  const asked = query.safeParse(c.req.query());
  if (!asked.success) return refuse(c, 400, asked.error.issues[0]?.message ?? '');
  try {
    const card = await currentCard(c.req.param('original_id') ?? '', asked.data.weight);
    if (!card) return refuse(c, 404, messages.PRODUCT_NOT_FOUND);
    const picture = await pictureOf(card, Number(asked.data.ratio));
    return send(c, picture, shareFileName(card.name));
  } catch (error) {
    if (error instanceof QueueFullError) {
      c.header('Retry-After', String(RETRY_AFTER_SECONDS));
      return refuse(c, 503, messages.SHARE_BUSY);
    }
    log.error({ err: error }, 'share image failed');
    return refuse(c, 500, messages.SHARE_FAILED);
  }
}

async function currentCard(originalId: string, weightKey: string): Promise<ShareCard | undefined> {
  const found = await findReportWithCard(originalId);
  if (!found) return undefined;
  const { report, card } = found;
  const weight = bodyWeights.find(({ key }) => key === weightKey) ?? bodyWeights[0];
  return shareCard({
    report,
    tiles: card(weight.key),
    weight,
    siteName: site.name,
    source: sourceOf(report),
    address: `${siteUrl()}/plasticlist/${report.risk.product_id}`,
  });
}

function sourceOf({ funded_product_id }: TestedReport): string {
  return funded_product_id !== null
    ? 'Test funded by the public'
    : `Results published by ${site.resultsSource.name}`;
}

/** Kept by what it says, so that results which change can't be shown as they were. */
async function pictureOf(card: ShareCard, ratio: number): Promise<Picture> {
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

function refuse(c: Context, status: 400 | 404 | 500 | 503, error: string): Response {
  return c.json({ error }, status, { 'Cache-Control': 'no-store' });
}
