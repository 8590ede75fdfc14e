import { chemicals, datasetChemicals } from '#app/toxicology/chemicals.ts';
import { families, type Category } from '#app/toxicology/families.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import { grouped, listed } from '#app/kit/text.ts';
import { RuledSection } from '#app/ui/rule-label.tsx';
import { inOrder } from '#app/results/samples/in-order.ts';
import { NOT_AVAILABLE, notUsedText } from '#app/results/messages.ts';
import type { Concentration, ReportSample, TestedReport } from '#app/results/tested-schema.ts';
import { stickyCell, WideTable } from '#app/ui/wide-table.tsx';

/** The chemicals that every file speaks of; others are listed where a sample has a result. */
const alwaysShown = new Set<string>(datasetChemicals.map(({ key }) => key));

/** What the laboratory reported of each sample, chemicals grouped by category. */
export function SamplesTable({
  report: { samples: used, samples_not_used: unused = [] },
}: {
  report: Pick<TestedReport, 'samples' | 'samples_not_used'>;
}) {
  // As they are numbered where their origins are told.
  const samples = inOrder([...used, ...unused]);
  const leftOut = leftOutText(used);
  return (
    <RuledSection id="samples" title="Samples" note="ng/g (ppb)" gap="mb-4" className="mt-12">
      <WideTable
        label="Table of samples"
        hint="Scroll sideways for every sample"
        className="rounded-lg border-2 border-ink"
      >
        <thead>
          <tr className="border-b-4 border-ink align-bottom">
            <th scope="col" className={`${headCell} label font-medium text-ink-soft`}>
              Chemical
            </th>
            {samples.map((sample, index) => (
              <th key={sample.id} scope="col" className="px-2 py-3 text-right font-normal @xl:px-4">
                <span className="block font-medium">
                  {sample.name} {index + 1}
                </span>
                <span className="block text-xs whitespace-nowrap text-ink-faint">
                  ID {sample.id}
                </span>
                <span className="block text-xs text-ink-faint">
                  Lot {sample.lot_number ?? NOT_AVAILABLE}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {families.map(({ key, category }) => (
          <FamilyRows key={key} {...{ category, samples }} />
        ))}
      </WideTable>
      {unused.map(({ id, reason }) => (
        <p key={id} className="mt-3 max-w-prose text-sm">
          Sample {samples.findIndex((one) => one.id === id) + 1} is in no average or level.{' '}
          {notUsedText(reason)}
        </p>
      ))}
      {leftOut && <p className="mt-3 max-w-prose text-sm text-ink-soft">{leftOut}</p>}
    </RuledSection>
  );
}

const headCell = `${stickyCell} px-2 py-2 text-left @xl:px-4`;

function FamilyRows({ category, samples }: { category: Category; samples: ReportSample[] }) {
  const rows = chemicals
    .filter((chemical) => chemical.category === category)
    .map((chemical) => ({
      ...chemical,
      cells: samples.map(({ test_results: [result] }) => result?.[`${chemical.key}_ng_g`] ?? null),
    }))
    .filter(({ key, cells }) => alwaysShown.has(key) || cells.some((cell) => cell !== null));
  if (rows.length === 0) return null;
  return (
    <tbody className="border-b-2 border-ink last:border-b-0">
      <tr>
        <th
          scope="rowgroup"
          colSpan={samples.length + 1}
          className="px-2 pt-4 pb-2 text-left font-medium @xl:px-4"
        >
          <span className="sticky left-2 @xl:left-4">{category}</span>
        </th>
      </tr>
      {rows.map(({ key, abbreviation, fullName, cells }) => (
        <tr key={key} className="border-t border-line">
          <th scope="row" className={`${headCell} font-normal`}>
            <abbr title={fullName} className="no-underline">
              {abbreviation}
            </abbr>
            <span className="ml-3 hidden font-sans text-ink-faint @4xl:inline">{fullName}</span>
          </th>
          {cells.map((cell, index) => (
            <td
              key={samples[index]?.id}
              className={`px-2 py-2 text-right @xl:px-4 whitespace-nowrap ${isFound(cell) ? 'font-medium text-ink' : 'text-ink-faint'}`}
            >
              {concentrationText(cell)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** A concentration as the table shows it: `17.5`, `< 10`, `> 60,000`, `not tested`. */
function concentrationText(concentration: Concentration): string {
  if (concentration === null) return 'not tested';
  if (concentration === 'ND') return 'not detected';
  const text = String(concentration).replace(/^([<>])\s*/, '$1 ');
  // The whole part alone: what the laboratory wrote behind the point stays as it is.
  return text.replace(/\d{4,}/, (whole) => grouped(BigInt(whole)));
}

/** `In no sum and no level, because EFSA has set no limit: DIBP (found in 2 of 3 samples).` */
function leftOutText(samples: readonly ReportSample[]): string | null {
  const found = chemicals
    .filter(({ key, factor }) => !factor && !limitFor(key, 'EFSA'))
    .flatMap(({ key, abbreviation }) => {
      const cells = samples.map(({ test_results: [result] }) => result?.[`${key}_ng_g`] ?? null);
      const times = cells.filter(isFound).length;
      return times > 0 ? [`${abbreviation} (found in ${times} of ${samples.length})`] : [];
    });
  if (found.length === 0) return null;
  return `In no sum and no level, because EFSA has set no limit: ${listed(found)}.`;
}

/** Whether the chemical was found, in a known or at least a known amount. */
function isFound(concentration: Concentration): boolean {
  return typeof concentration === 'number' || concentration?.startsWith('>') === true;
}
