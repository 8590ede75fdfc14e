import { belowLoqDivisor } from '#app/toxicology/bounds.ts';
import { personText } from '#app/results/eater.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { bisphenolsNotRatedProductIds } from '#app/toxicology/product-figures.ts';
import { families } from '#app/toxicology/families.ts';
import { spelled } from '#app/kit/text.ts';
import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { BOUNDS_GUIDE } from '#app/results/answer.ts';
import type { Examples } from './methodology-examples.ts';
import { imagined, jumpLines } from './methodology-jump.ts';
import { Example, Formula, P, Table, type MethodologySection } from './methodology-parts.tsx';
import { ReportLinks } from './methodology-report-links.tsx';
import {
  checkSection,
  limitsSection,
  mergingSection,
  percentileSection,
  revisionsSection,
  roundingSection,
} from './methodology-records.tsx';
import { importantContext, LeftOut, levelGuide, WhoseChild } from './methodology-shared.tsx';
import { FactorTable } from './methodology-tables.tsx';
import { exactFigure, sumText } from './methodology-text.ts';

/** The technical details, in the order in which a figure comes about. */
export const technicalSections: readonly MethodologySection[] = [
  { id: 'reported', title: 'What a laboratory reports', Body: Reported },
  { id: 'mean', title: 'The mean of the samples', Body: Mean },
  { id: 'equivalents', title: 'DEHP equivalents of a sample', Body: Equivalents },
  { id: 'sums', title: 'Potency-weighted sums', Body: Sums },
  { id: 'intake', title: 'Serving and percent', Body: Intake },
  { id: 'bounds', title: 'Bounds, and limits out of sight', Body: BoundsRules },
  levelGuide,
  { id: 'rating', title: 'How a level is chosen', Body: Rating },
  limitsSection,
  percentileSection,
  mergingSection,
  roundingSection,
  revisionsSection,
  checkSection,
  importantContext,
];

function Reported() {
  const half = `n ÷ ${belowLoqDivisor}`;
  const rows: [string, string, string, string, string][] = [
    ['17.5', 'a concentration', '17.5', '17.5', '17.5'],
    ['<n', 'less than can be measured', '0', `${half}, or 0*`, 'n'],
    ['>n', 'more than can be measured', 'n', '≥ n', 'open'],
    ['ND', 'not detected, below a limit that was not stated', '0', '0', 'open'],
    ['NO RESULT', 'no result, or an empty cell', 'left out', 'left out', 'left out'],
  ];
  return (
    <>
      <P>
        Concentrations are in nanograms per gram (ng/g), which is the same as parts per billion
        (ppb) and as µg/kg. They are kept as the laboratory reported them.
      </P>
      <Table
        caption="How a reported cell counts in the mean of the samples"
        columns={['Reported', 'It says', '#Lower', '#Estimate', '#Upper']}
      >
        {rows.map(([cell, says, ...counts]) => (
          <tr key={cell}>
            <th scope="row" className="text-left font-mono font-medium text-ink">
              {cell}
            </th>
            <td>{says}</td>
            {counts.map((count, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- three columns, in their order
              <td key={index} className="text-right font-mono text-ink">
                {count}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      <P>
        * 0 where every sample of the product is below detection, and {half} where at least one is
        not. Other words, signs, and notations are rejected when a file is imported, because
        guessing at them would invent a result.
      </P>
    </>
  );
}

function Mean({ examples }: { examples: Examples }) {
  return (
    <>
      <P>
        For each chemical, the product’s figure is the arithmetic mean of the samples that have a
        result, once as an estimate and once for each bound.
      </P>
      <Formula>
        mean = (<var>c</var>
        <sub>1</sub> + … + <var>c</var>
        <sub>k</sub>) ÷ <var>k</var>, over the <var>k</var> samples with a result
      </Formula>
      <P>Found in some samples, and in others below the limit of quantification:</P>
      <Example example={examples.mean} isCalculation />
      <P>Found in none: the estimate is 0, and the upper bound is not.</P>
      <Example example={examples.nothingFound} isCalculation />
      <P>
        That rule has a price: one sample just above what can be measured makes the estimate jump,
        because the others then count half of it instead of 0. Take a serving of {imagined.servingG}{' '}
        g and a child, with BPS and BPF found in no sample:
      </P>
      <Formula>
        {jumpLines().map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Formula>
      <P>
        The most there could be hardly moves. So a report gives the bounds as much weight as the
        estimate, and says “{CANT_TELL}” where they are of different levels.
      </P>
      <Example example={examples.jump} isCalculation />
      <P>
        Above the calibrated range: <code className="font-mono text-sm">&gt;n</code> counts n, and
        everything it goes into reads “at least”.
      </P>
      <Example example={examples.aboveRange} isCalculation />
      <P>
        No result in any sample: the chemical leaves the sum, whose upper bound is then open,
        because it could be there in any amount.
      </P>
      <Example example={examples.notTested} isCalculation />
    </>
  );
}

function Equivalents({ examples }: { examples: Examples }) {
  return (
    <>
      <P>
        For a single sample, the phthalates in EFSA’s group are weighted and added up. Only what was
        quantified counts here: a result below detection adds nothing, and a value above the range
        counts as the top of the range. It is the figure that PlasticList publishes as{' '}
        <code className="font-mono text-sm">DEHP_equivalents_ng_g</code>, and is by its nature a
        lower bound.
      </P>
      <Formula>DEHP equivalents = {sumText('phthalates')}</Formula>
      <Example example={examples.equivalents} isCalculation />
    </>
  );
}

function Sums({ examples }: { examples: Examples }) {
  return (
    <>
      <P>
        A product’s families are rated by {spelled(families.length)} sums of its per-chemical means.
      </P>
      {families.map(({ key, sum }) => (
        <Formula key={key}>
          {sum} = {sumText(key)}
          <span className="block text-ink-soft">
            against {exactFigure(limitFor(key, 'EFSA')?.limitNgPerKgDay ?? NaN)} ng/kg/day (EFSA)
          </span>
        </Formula>
      ))}
      <FactorTable />
      <P>
        The bisphenol sum is a read-across: EFSA’s value is for BPA. The substitutes’ sum is a
        convention of this site: EFSA has set no limit for them as a group, so each is weighted by
        the ratio of DEHT’s limit to its own, to two decimals. Chemicals outside a sum are shown
        with their concentrations and do not enter a level.
      </P>
      <LeftOut examples={examples} />
      <P>Bisphenols, from the samples to the level:</P>
      <Example example={examples.bisphenols} isCalculation />
      <P>Substitutes, likewise:</P>
      <Example example={examples.substitutes} isCalculation />
    </>
  );
}

function Intake({ examples }: { examples: Examples }) {
  return (
    <>
      <Formula>
        <span className="block">
          intake <var>I</var> [ng] = concentration [ng/g] × serving [g]
        </span>
        <span className="block">
          percent = <var>I</var> ÷ (limit [ng/kg/day] × body weight [kg]) × 100
        </span>
      </Formula>
      <P>
        One serving a day, for{' '}
        {bodyWeights.map(({ label, weightKg, source }, index) => (
          <span key={label}>
            {index > 0 && ' and '}
            {personText(weightKg)}
            {index === bodyWeights.length - 1 && `: ${source.replace(/ \(spec.*\)$/, '')}`}
          </span>
        ))}
        . The operations are done in the order written, because another order can round differently.
        Without a serving size there is no percentage, and the level is N/A. Where an authority has
        no limit for a chemical, its percentage reads “no limit set.”
      </P>
      <WhoseChild />
      <P>Phthalates, from the samples to the level:</P>
      <Example example={examples.phthalates} isCalculation />
    </>
  );
}

function BoundsRules() {
  return (
    <>
      <P>
        Every best estimate has bounds, the way EFSA states exposure: the lower counts what was not
        detected as 0, and the upper as the limit of quantification. Bounds go through serving,
        weights, and percentage like the estimate, and the bounds of a sum are the sums of the
        bounds.
      </P>
      <Formula>lower ≤ estimate ≤ upper</Formula>
      <P>
        An upper bound is open, meaning there is no largest figure, if a value was above the
        calibrated range, if something was not detected below a limit that was not stated, or if a
        chemical in the sum has no result.
      </P>
      <P>
        Every screen, picture, and email says “{CANT_TELL}” in place of Low or Medium if the upper
        bound is open or belongs to a higher level than the estimate. A product without any upper
        bound has no rank. {BOUNDS_GUIDE} The public interface for programs keeps the level of the
        best estimate beside its bounds.
      </P>
    </>
  );
}

function Rating() {
  const { mediumFromPercent, highFromPercent } = levelCutOffs;
  return (
    <>
      <P>
        A level is based on the unrounded estimate compared with EFSA’s limit, even where
        percentages of the EPA’s doses are shown. {mediumFromPercent}% itself is Medium and{' '}
        {highFromPercent}% itself is High. No other cutoff is in use. The list of tested products
        rates for {personText(bodyWeights[0].weightKg)}, a report for the person its reader chooses.
      </P>
      <P>
        “{NOT_TESTED}” means a family without any result; programs read None and 0 percent. N/A
        means results without a serving size, and bisphenols in products{' '}
        <ReportLinks ids={bisphenolsNotRatedProductIds} />: after those samples were bought, the
        supplier removed a source of contamination. What was measured in them is still shown.
      </P>
    </>
  );
}
