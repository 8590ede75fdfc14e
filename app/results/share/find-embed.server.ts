import { findProduct } from '#app/catalogue/find-product.server.ts';
import { isUnlisted } from '#app/catalogue/product-meta.ts';
import { findTestedReport } from '#app/results/tested-report.server.ts';
import { productEmbed, reportEmbed, type EmbedCard } from './embed-card.ts';
import type { EmbedKind } from './embed-address.ts';
import { originalIdOf } from '#app/results/risk-level-row.ts';

/** What another site may show, under its own number; a merged duplicate is the product that it is now. */
interface Embeddable {
  kind: EmbedKind;
  id: number;
  card: EmbedCard;
}

/**
 * What stands behind the number in an address; undefined where there is nothing, or nothing that
 * search engines are shown: what is off the list, for demonstration, or not looked at yet.
 */
export async function findEmbeddable(
  kind: string,
  number: string,
): Promise<Embeddable | undefined> {
  if (kind === 'plasticlist') {
    const report = originalIdOf(number) === undefined ? undefined : await findTestedReport(number);
    return report && { kind, id: report.risk.product_id, card: reportEmbed(report) };
  }
  if (kind !== 'product' || !/^\d{1,10}$/.test(number)) return undefined;
  const product = await findProduct(Number(number));
  if (!product || isUnlisted(product)) return undefined;
  return { kind, id: product.id, card: productEmbed(product) };
}
