import { site } from '#app/site.ts';
import type { Examples } from './methodology-examples.ts';
import { Example, Formula, P, type MethodologySection } from './methodology-parts.tsx';
import { ChemicalTable, LimitTable } from './methodology-tables.tsx';
import { formatPercent } from '#app/results/percent-text.ts';

export const limitsSection: MethodologySection = {
  id: 'limits',
  title: 'Every limit in use',
  Body: LimitsOfAll,
};

export const percentileSection: MethodologySection = {
  id: 'percentile',
  title: 'Percentiles',
  Body: Percentiles,
};

export const mergingSection: MethodologySection = {
  id: 'merging',
  title: 'Samples in one column',
  Body: Merging,
};

export const roundingSection: MethodologySection = {
  id: 'rounding',
  title: 'Rounding',
  Body: Rounding,
};

export const revisionsSection: MethodologySection = {
  id: 'revisions',
  title: 'Corrections',
  Body: Revisions,
};

export const checkSection: MethodologySection = {
  id: 'check',
  title: 'Check it yourself',
  Body: Check,
};

function LimitsOfAll() {
  return (
    <>
      <P>
        This page and the calculation use the same records, so a limit that changes there changes
        here.
      </P>
      <LimitTable authority="EFSA" />
      <LimitTable authority="EPA" />
      <ChemicalTable />
    </>
  );
}

function Percentiles({ examples }: { examples: Examples }) {
  return (
    <>
      <P>
        A percentile ranks one sample among all samples of any product in which the chemical was
        quantified. A value above the range counts as the top of the range. Ranks start at 1 for the
        lowest, and samples with the same figure share the mean of their ranks.
      </P>
      <Formula>
        <span className="block">
          rank = samples that are lower + (samples that are the same + 1) ÷ 2
        </span>
        <span className="block">percentile = rank ÷ all samples × 100</span>
      </Formula>
      <P>
        It is shown as a whole number, with halves rounded to the even number. A chemical that was
        not detected has no percentile, and a percentile changes with the samples it is ranked
        among.
      </P>
      <Example example={examples.percentile} isCalculation />
    </>
  );
}

function Merging() {
  return (
    <>
      <P>
        In a table of results, samples of the same lot with the same notes share a column. Samples
        without a lot number stay separate, because merging them would hide that they disagree. In a
        merged column, for each chemical:
      </P>
      <ul className="flex max-w-2xl list-disc flex-col gap-1.5 pl-5">
        <li>
          the best result wins: a figure (including above the range) over one below detection, and
          that over no result;
        </li>
        <li>results of the same kind are averaged;</li>
        <li>of several limits of quantification, the largest is kept.</li>
      </ul>
      <P>
        Merging is for reading only. Means, bounds, and levels are calculated from every sample
        separately.
      </P>
    </>
  );
}

function Rounding() {
  const shown = [0.004, 0.317, 2.46, 3.2, 7.496, 12.3, 32_500];
  return (
    <>
      <P>
        Calculations keep every digit. Only what is shown is rounded. Percentages get two decimals
        below 1, one below 10, and none from there on, or more if they would otherwise read as a
        cutoff that they do not reach. Sentences keep two digits: 1/190 of the daily limit, about
        4,000 times the limit. The examples above show up to two decimals and calculate with all of
        them.
      </P>
      <Formula>
        {shown.map((percent) => `${percent} → ${formatPercent(percent)}`).join('; ')}
      </Formula>
    </>
  );
}

function Revisions() {
  return (
    <P>
      Published results are never overwritten. A correction is a new revision with a number, a date,
      and a public reason, and every figure on this site is recalculated from it. Earlier revisions
      stay available.
    </P>
  );
}

function Check() {
  const { name, url } = site.resultsSource;
  return (
    <>
      <P>
        The measurements are those that{' '}
        <a href={url} rel="noopener" className="link">
          {name}
          <span aria-hidden="true">{'\u00a0↗'}</span>
        </a>{' '}
        published, and those of products that were funded here; the levels are calculated here. The
        program behind this site prints every derived figure of a samples file, under the column
        names of that dataset:
      </P>
      <Formula>npm run -s openassay -- figures FILE</Formula>
      <P>
        You can compare its figures per sample with the published ones, column by column. They are
        for single samples: a result below detection stays “less than” and is not halved.
      </P>
    </>
  );
}
