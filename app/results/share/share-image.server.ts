import type { Context } from 'hono';
import { z } from 'zod';
import { siteUrl } from '#app/config.ts';
import { site } from '#app/site.ts';
import * as messages from '#app/results/messages.ts';
import { answerPicture, refusePicture } from './picture-answer.server.ts';
import { DEFAULT_SHARE_RATIO, shareFileName } from './share-address.ts';
import { shareCard, type ShareCard } from './share-card.ts';
import { tilesOf } from '#app/results/report-cards.ts';
import { findTestedReport } from '#app/results/tested-report.server.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import {
  areServingsRefused,
  isWeightRefused,
  readViewpoint,
  type Viewpoint,
} from '#app/results/viewpoint.ts';

/** Where it is mounted: beside the page that it is the picture of. */
export const SHARE_IMAGE_PATH = '/plasticlist/:original_id/report.png';

const ratioQuery = z.enum(['1', '2', '3']).default(String(DEFAULT_SHARE_RATIO) as '2');

/** Answers with a report's share image, drawn from the stored results as they are now (spec §9). */
export async function answerShareImage(c: Context): Promise<Response> {
  const params = new URL(c.req.url).searchParams;
  const ratio = ratioQuery.safeParse(c.req.query('ratio'));
  if (!ratio.success) return refusePicture(c, 400, messages.SHARE_RATIO_UNKNOWN);
  if (isWeightRefused(params)) return refusePicture(c, 400, messages.SHARE_WEIGHT_UNKNOWN);
  if (areServingsRefused(params)) return refusePicture(c, 400, messages.SHARE_SERVINGS_UNKNOWN);
  const viewpoint: Viewpoint = { ...readViewpoint(params), authority: 'EFSA' };
  return answerPicture(c, async () => {
    const card = await currentCard(c.req.param('original_id') ?? '', viewpoint);
    return card && { card, ratio: Number(ratio.data), fileName: shareFileName(card.name) };
  });
}

async function currentCard(
  originalId: string,
  viewpoint: Viewpoint,
): Promise<ShareCard | undefined> {
  const report = await findTestedReport(originalId);
  if (!report) return undefined;
  return shareCard({
    report,
    tiles: tilesOf(report, viewpoint),
    eater: viewpoint,
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
