import { href, type MetaDescriptor } from 'react-router';
import { counted } from '#app/kit/text.ts';
import { site } from '#app/site.ts';
import { formatPercent } from './percent-text.ts';
import { FAMILY_NAMES, RISK_FAMILIES } from './risk-level-row.ts';
import type { TestedReport } from './tested-report.ts';

/** Title and social tags of the tested list; `siteUrl` has no trailing slash. */
export function testedListMeta(siteUrl: string): MetaDescriptor[] {
  return pageMeta({
    title: `Tested products · ${site.name}`,
    description: `Laboratory results of everyday foods, published by ${site.resultsSource.name}: phthalates, bisphenols and their substitutes in one serving, as risk levels against the tolerable daily intake.`,
    address: `${siteUrl}${href('/plasticlist')}`,
    type: 'website',
  });
}

/** Title and social tags of a report. */
export function testedReportMeta(report: TestedReport, siteUrl: string): MetaDescriptor[] {
  const levels = RISK_FAMILIES.map((family) => {
    const percent = report.risk[`${family}_tdi_percent`];
    const figure = percent === null ? '' : ` (${formatPercent(percent)} of TDI)`;
    return `${FAMILY_NAMES[family]} ${report.risk[`${family}_risk`]}${figure}`;
  });
  const originalId = String(report.risk.product_id);
  return pageMeta({
    title: `${report.name}: test results · ${site.name}`,
    description: `${levels.join(', ')}, from ${counted(report.samples.length, 'sample')}; one serving a day for a child of 14 kg.`,
    address: `${siteUrl}${href('/plasticlist/:originalId', { originalId })}`,
    type: 'article',
  });
}

function pageMeta({
  title,
  description,
  address,
  type,
}: {
  title: string;
  description: string;
  address: string;
  type: 'website' | 'article';
}): MetaDescriptor[] {
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: site.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
  ];
}
