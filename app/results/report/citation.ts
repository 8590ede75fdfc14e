import { dayText } from '#app/kit/day-text.ts';
import { site } from '#app/site.ts';
import type { ReportBase } from '#app/results/tested-schema.ts';

/** How a report is cited; `baseUrl` is the site's, without a trailing slash. */
export function citationOf(
  { name, revisions: [latest], funded_product_id: code, risk }: ReportBase,
  baseUrl: string,
): string {
  const revision = `revision ${latest?.number ?? 1}${latest ? `, ${dayText(latest.published_at)}` : ''}`;
  const source = code === null ? `Data: ${site.resultsSource.name}, 2024. ` : '';
  return `${site.name}: “${name}: test results”, ${revision}. ${source}${baseUrl}/plasticlist/${risk.product_id}`;
}
