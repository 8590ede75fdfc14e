import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { siteUrl } from '#app/config.ts';
import { answerTrouble, logFailure } from '#app/http/answer-trouble.server.ts';
import { isCurrent } from '#app/cache/answers.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import { BusyError, workQueue } from '#app/platform/work-queue.ts';
import * as messages from '#app/results/messages.ts';
import { DEFAULT_SHARE_RATIO, shareFileName } from './share-address.ts';
import { shareCard, type ShareCard } from './share-card.ts';
import { drawShareCard } from './draw-share-card.server.ts';
import { eaterOf, specChild } from '#app/results/answers/eater.ts';
import { tilesOf } from '#app/results/answers/report-cards.ts';
import { metalReport } from '#app/results/metals/metal-results.server.ts';
import { metalBrief } from '#app/results/metals/metal-stands.tsx';
import { metalView } from '#app/results/metals/metal-view.ts';
import { productCategoryOf } from '#app/results/answers/product-category.ts';
import { counted } from '#app/kit/text.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import {
  areServingsRefused,
  isWeightRefused,
  readViewpoint,
  type Viewpoint,
} from '#app/results/answers/viewpoint.ts';

/** Where it is mounted: beside the page that it is the picture of. */
export const SHARE_IMAGE_PATH = '/plasticlist/:original_id/report.png';

const CACHE_SECONDS = 3_600;
const DRAWN_AT_ONCE = 2;
/** At a twentieth of a second each, nobody waits long. */
const WAITING_MAX = 30;
const RETRY_AFTER_SECONDS = 2;

const drawing = workQueue({ atOnce: DRAWN_AT_ONCE, waitingMax: WAITING_MAX });
const ratioQuery = z.enum(['1', '2', '3']).default(String(DEFAULT_SHARE_RATIO) as '2');

/** Answers with a report's share image, drawn from the stored results as they are now. */
export async function answerShareImage(c: Context): Promise<Response> {
  const params = new URL(c.req.url).searchParams;
  const ratio = ratioQuery.safeParse(c.req.query('ratio'));
  if (!ratio.success) return refusePicture(c, 400, 'ratio must be 1, 2 or 3.');
  if (isWeightRefused(params)) return refusePicture(c, 400, messages.SHARE_WEIGHT_UNKNOWN);
  if (areServingsRefused(params)) return refusePicture(c, 400, messages.SHARE_SERVINGS_UNKNOWN);
  try {
    const card = await currentCard(c.req.param('original_id') ?? '', params);
    if (!card) return refusePicture(c, 404, messages.TESTED_NOT_FOUND);
    return send(c, await pictureOf(card, Number(ratio.data)), shareFileName(card.name));
  } catch (error) {
    if (error instanceof BusyError) {
      c.header('Retry-After', String(RETRY_AFTER_SECONDS));
      return refusePicture(c, 503, messages.SHARE_BUSY);
    }
    logFailure(error, {}, 'share image failed');
    const { status, body, headers } = answerTrouble(error, messages.SHARE_FAILED);
    return c.json(body, status, { ...headers, 'Cache-Control': 'no-store' });
  }
}

/** For whoever the product is for, unless the address says otherwise. */
async function currentCard(
  originalId: string,
  params: URLSearchParams,
): Promise<ShareCard | undefined> {
  const report = await findTestedReport(originalId);
  if (!report) return metalCard(Number(originalId));
  const viewpoint: Viewpoint = { ...readViewpoint(params, eaterOf(report)), authority: 'EFSA' };
  const tiles = tilesOf(report, viewpoint);
  return shareCard({ report, tiles, eater: viewpoint, origin: siteUrl() });
}

/** Of metals, for whom the report was published, in few words. */
async function metalCard(id: number): Promise<ShareCard | undefined> {
  const report = Number.isSafeInteger(id) ? await metalReport(id) : undefined;
  if (!report) return undefined;
  const { tags, samples } = report;
  const { whom } = metalView(report, new URLSearchParams());
  const risk = { ...report.risk, category: productCategoryOf(tags), not_food: false };
  const card = shareCard({
    report: { ...report, risk },
    tiles: [],
    eater: specChild,
    origin: siteUrl(),
  });
  const facts = `${whom} ${counted(samples.length, 'sample')}`;
  return { ...card, reference: 'Metals', facts, sentence: metalBrief(report) };
}

/** Kept by what it says, so that what changes can't be shown as it was. */
function pictureOf(card: ShareCard, ratio: number): Promise<Uint8Array<ArrayBuffer>> {
  return cached(`share image ${JSON.stringify([ratio, card])}`, CACHE_SECONDS, () =>
    drawing(() => drawShareCard(card, ratio)),
  );
}

function send(c: Context, png: Uint8Array<ArrayBuffer>, fileName: string): Response {
  const etag = `"${hash('sha1', png, 'base64url')}"`;
  const headers = {
    'Content-Type': 'image/png',
    'Content-Disposition': `inline; filename="${fileName}"`,
    'Cache-Control': 'public, no-cache',
    ETag: etag,
  };
  return isCurrent(c, etag) ? c.body(null, 304, headers) : c.body(png, 200, headers);
}

function refusePicture(c: Context, status: 400 | 404 | 503, error: string): Response {
  return c.json({ error }, status, { 'Cache-Control': 'no-store' });
}
