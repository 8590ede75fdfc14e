import { OWN_LICENSE, SOURCE_TERMS } from '#app/data/table.ts';
import { present } from '#app/kit/assert.ts';
import { dayText } from '#app/kit/day-text.ts';
import { grouped, listed } from '#app/kit/text.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { comparedViewpoints } from '#app/results/compare/compare-query.ts';
import { eaterOf, personText, servingsFirst } from '#app/results/answers/eater.ts';
import type { SampleOrigin, TestFacts } from '#app/results/answers/test-facts.ts';
import { NOT_STATED } from '#app/results/messages.ts';
import { limitStanding } from '#app/results/methodology/methodology-text.ts';
import { formatPercent } from '#app/results/answers/percent-text.ts';
import { tilesOf, type ReportTile } from '#app/results/answers/report-cards.ts';
import { metalReport, type MetalReport } from '#app/results/metals/metal-results.server.ts';
import { citationOf } from '#app/results/report/citation.ts';
import { findFullReport } from '#app/results/read/tested-report.server.ts';
import { headAnswer } from '#app/results/answers/tile-answer.ts';
import type { Viewpoint } from '#app/results/answers/viewpoint.ts';
import { escaped, markdownTable } from './markdown-table.ts';

const NO_FINDING = 'not tested: no finding of safety';

/** What stands at the end of every answer. */
export const NOTHING_ELSE = `Other chemicals, other lots, and other products: ${NO_FINDING}.`;
/** What an answer about a product without results says in the place of evidence; of a panel beside plastics, for that. */
export const untested = (panel?: string) =>
  `This product${panel ? `, for ${panelOf(panel).name}` : ''}: ${NO_FINDING}.`;

const LICENSE = `${OWN_LICENSE.name}, ${OWN_LICENSE.url}`;
const HEAD = ['Family', 'Level', 'Best estimate', 'At least', 'At most', 'Highest sample', 'Limit'];
const BOUNDS_TEXT =
  'Each figure is of the average of the samples: “at least” counts nothing that was too little to measure, “at most” all that could be there. A single sample can have more.';

/**
 * What an answer about tested products rests on, for whoever passes it on: levels with bounds and limits,
 * lots with dates, how to cite it, and what was not tested. `params` say who eats it, as they do on the
 * page that is answered with; else it is whoever each is for. Unknown products are left out.
 */
export async function evidenceOf(ids: readonly number[], baseUrl: string, params: URLSearchParams) {
  const asked = await Promise.all(ids.map((id) => findFullReport(String(id))));
  const found = asked.filter((one) => one !== undefined);
  const metals = (await Promise.all(ids.map(metalReport))).flatMap((one) =>
    one ? partsOfMetals(one, baseUrl) : [],
  );
  if (found.length === 0) return metals.length > 0 ? ['## Evidence', ...metals].join('\n\n') : '';
  const viewpoints = comparedViewpoints(
    params,
    found.map(({ report }) => eaterOf(report)),
  );
  const parts = found.flatMap((one, at) =>
    partsOf(one, present(viewpoints[at], 'whom a product is for'), baseUrl),
  );
  return ['## Evidence', `${BOUNDS_TEXT} ${limitsNamed()}`, ...parts, ...metals].join('\n\n');
}

/** For metals there are no levels: what is published of them is a sentence. */
function partsOfMetals(report: MetalReport, baseUrl: string): string[] {
  return [
    `### ${escaped(report.name)}`,
    escaped(report.sentence),
    `Lots: ${escaped(report.facts.origins.map(lotText(report.facts)).join('; '))}.`,
    `Cite: ${escaped(citationOf(report, baseUrl))}`,
    `License: ${LICENSE}`,
  ];
}

const lotText =
  ({ collected }: TestFacts) =>
  ({ id, lot, day, bestBefore }: SampleOrigin) => {
    const until = bestBefore ? `best before ${dayText(bestBefore)}, ` : '';
    return `sample ${id}: lot ${lot ?? NOT_STATED}, ${until}collected ${day ?? collected}`;
  };

type Found = NonNullable<Awaited<ReturnType<typeof findFullReport>>>;

function partsOf({ report, facts }: Found, viewpoint: Viewpoint, baseUrl: string): string[] {
  const lots = facts.origins.map(lotText(facts));
  const results = report.samples.flatMap(({ test_results: those }) => those);
  const never = chemicals.filter(({ key }) => results.every((one) => one[`${key}_ng_g`] === null));
  const isOurs = report.funded_product_id !== null;
  const license = isOurs ? LICENSE : `${SOURCE_TERMS}. Levels, bounds, and text: ${LICENSE}`;
  return [
    `### ${escaped(report.name)}`,
    `${servingsFirst(viewpoint.servings, report.serving_size_g)}, ${personText(viewpoint.weightKg)}, in percent of the limit.`,
    markdownTable([HEAD, ...tilesOf(report, viewpoint).map(levelRow)]),
    `Lots: ${escaped(lots.join('; '))}.`,
    `Cite: ${escaped(citationOf(report, baseUrl))}`,
    `License: ${license}`,
    ...(never.length > 0
      ? [`${listed(never.map((one) => one.abbreviation))}: ${NO_FINDING}.`]
      : []),
  ];
}

function levelRow(tile: ReportTile): string[] {
  const { family, samples } = tile;
  const { word, percent } = headAnswer(tile);
  const bounds = percent && [
    formatPercent(percent.estimate),
    formatPercent(percent.lower),
    percent.upperOpen ? 'not known' : formatPercent(percent.upper),
    formatPercent(Math.max(0, ...samples.map((one) => one.percent?.lower ?? 0))),
  ];
  const limit = limitFor(family, 'EFSA');
  const set =
    limit &&
    `${grouped(limit.limitNgPerKgDay)} ng/kg a day. ${limit.setBy}, ${limit.year}. ${limit.note ?? ''} ${limitStanding(limit)}`;
  return [familyOf(family).name, word, ...(bounds ?? ['–', '–', '–', '–']), set ?? ''];
}
