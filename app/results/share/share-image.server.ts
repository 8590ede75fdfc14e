import type { Context } from 'hono';
import { z } from 'zod';
import { siteUrl } from '#app/config.ts';
import { site } from '#app/site.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import * as messages from '#app/results/messages.ts';
import { answerPicture, refusePicture } from './picture-answer.server.ts';
import { DEFAULT_SHARE_RATIO, shareFileName } from './share-address.ts';
import { shareCard, type ShareCard } from './share-card.ts';
import { findReportWithCard } from '#app/results/tested-report.server.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';

/** Where it is mounted: beside the page that it is the picture of. */
export const SHARE_IMAGE_PATH = '/plasticlist/:original_id/report.png';

const query = z.object({
  ratio: z
    .enum(['1', '2', '3'], messages.SHARE_RATIO_UNKNOWN)
    .default(String(DEFAULT_SHARE_RATIO) as '2'),
  weight: z.enum(['child', 'adult'], messages.SHARE_WEIGHT_UNKNOWN).default('child'),
});

/** Answers with a report's share image, drawn from the stored results as they are now (spec §9). */
export async function answerShareImage(c: Context): Promise<Response> {
  const asked = query.safeParse(c.req.query());
  if (!asked.success) return refusePicture(c, 400, asked.error.issues[0]?.message ?? '');
  const { ratio, weight } = asked.data;
  return answerPicture(c, async () => {
    const card = await currentCard(c.req.param('original_id') ?? '', weight);
    return card && { card, ratio: Number(ratio), fileName: shareFileName(card.name) };
  });
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
