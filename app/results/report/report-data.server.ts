import { counted } from '#app/kit/text.ts';
import { eaterOf, personText, servingsText } from '#app/results/answers/eater.ts';
import {
  breadcrumbs,
  linkedData,
  organization,
  type LinkedData,
  type Thing,
} from '#app/feeds/linked-data.ts';
import { site } from '#app/site.ts';
import { answerText, rowAnswer } from '#app/results/answers/answer.ts';
import { UNKNOWN } from '#app/catalogue/messages.ts';
import { NOT_AVAILABLE } from '#app/results/messages.ts';
import type { TestFacts } from '#app/results/answers/test-facts.ts';
import { families } from '#app/toxicology/families.ts';
import type { MetalReport } from '#app/results/metals/metal-results.server.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';
import type { ReportBase, RiskLevelRow, TestedReport } from '#app/results/tested-schema.ts';
import { TESTED_FOR } from '#app/kit/facts.ts';

/**
 * A report as linked data: the results as a dataset, with what was measured and where they can be
 * downloaded. `origin` has no trailing slash.
 */
export function reportData(report: TestedReport, facts: TestFacts, origin: string): LinkedData {
  const { name, risk, samples } = report;
  const eater = eaterOf(report);
  return datasetOf(report, facts, origin, {
    description: `Concentrations of ${TESTED_FOR} in ${counted(samples.length, 'sample')} of ${name}, in nanograms per gram, and what ${servingsText(eater.servings, 0)} of it come to for ${personText(eater.weightKg)}, as a percentage of the European limit (the tolerable daily intake).`,
    variableMeasured: families.map((family) => measured(risk, family)),
  });
}

/** The same of a report for metals. */
export function metalData(report: MetalReport, origin: string): LinkedData {
  const { itemName, samples, sentence } = report;
  const variableMeasured = panelOf('metals').inSentence;
  const description = `Concentrations of ${variableMeasured} in ${counted(samples.length, 'sample')} of ${itemName}, in nanograms per gram. ${sentence}`;
  return datasetOf(report, report.facts, origin, { description, variableMeasured }, '/metals');
}

function datasetOf(
  report: ReportBase,
  facts: TestFacts,
  origin: string,
  said: Pick<Thing, 'description' | 'variableMeasured'>,
  call = '',
): LinkedData {
  const { name, risk, revisions, funded_product_id: code } = report;
  const path = `/plasticlist/${risk.product_id}`;
  const [current, first] = [revisions[0], revisions.at(-1)];
  const source = site.resultsSource;
  return linkedData(
    {
      '@type': 'Dataset',
      '@id': `${origin}${path}#dataset`,
      name: `${name}: test results`,
      description: said.description,
      url: origin + path,
      identifier: report.original_id,
      version: current && String(current.number),
      // When others published theirs is not known: only when these came here.
      datePublished: code === null ? undefined : first?.published_at,
      dateModified: current === first && code === null ? undefined : current?.published_at,
      isAccessibleForFree: true,
      creator: code === null ? { '@type': 'Organization', ...source } : organization(origin),
      isBasedOn: code === null ? source.url : undefined,
      about: {
        '@type': 'Product',
        name,
        ...(code === null ? {} : { '@id': `${origin}/product/${code}#product` }),
      },
      measurementTechnique: known(facts.method),
      spatialCoverage: known(facts.place),
      variableMeasured: said.variableMeasured,
      distribution: [
        {
          '@type': 'DataDownload',
          encodingFormat: 'application/json',
          contentUrl: `${origin}/api${path}${call}`,
        },
      ],
    },
    breadcrumbs(origin, { name: 'Tested products', path: '/plasticlist' }, { name, path }),
  );
}

function known(fact: string): string | undefined {
  return fact === UNKNOWN || fact === NOT_AVAILABLE ? undefined : fact;
}

/** One family's best estimate with its bounds, and what the report says of it. */
function measured(
  risk: RiskLevelRow,
  { key: family, name, whoseLimit }: (typeof families)[number],
): Thing {
  // What was not tested is stored as 0 percent, but nothing was looked for in it.
  const rating = risk.eater[family];
  const percent = rating.risk === 'None' ? null : rating.tdi_percent;
  return {
    '@type': 'PropertyValue',
    name: `${name} in ${servingsText(risk.eater.servings, 0)}, of ${whoseLimit} limit`,
    description: `Risk level: ${answerText(rowAnswer(risk, family))}`,
    ...(percent === null
      ? {}
      : {
          unitText: 'percent',
          value: rounded(percent),
          minValue: rounded(rating.lower_percent),
          maxValue: rounded(rating.upper_percent),
        }),
  };
}

/** As many digits as a laboratory's figures carry. */
function rounded(percent: number | null): number | undefined {
  return percent === null ? undefined : Number(percent.toPrecision(4));
}
