import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import { personText } from '#app/results/eater.ts';
import { listed, spelled } from '#app/kit/text.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { chemicalOf, otherChemicals } from '#app/toxicology/chemicals.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import { families } from '#app/toxicology/families.ts';
import { CANT_TELL, SAMPLES } from '#app/kit/facts.ts';
import { BOUNDS_GUIDE } from '#app/results/answer.ts';
import type { Examples } from './methodology-examples.ts';
import { Example, Formula, P, type MethodologySection } from './methodology-parts.tsx';
import { importantContext, LeftOut, levelGuide, WhoseChild } from './methodology-shared.tsx';
import { GapTable } from './methodology-tables.tsx';
import { exactFigure, regulatorGaps } from './methodology-text.ts';

/** The simple explanation, in its order. */
export const simpleSections: readonly MethodologySection[] = [
  { id: 'measured', title: 'What we measure', Body: Measured },
  { id: 'percent', title: 'What the percent means', Body: Percent },
  levelGuide,
  { id: 'not-detected', title: 'Why “not detected” is not “safe”', Body: NotDetected },
  { id: 'samples', title: 'Why samples disagree', Body: Samples },
  { id: 'regulators', title: 'Why regulators differ', Body: Regulators },
  importantContext,
];

function Measured({ examples }: { examples: Examples }) {
  return (
    <>
      <P>
        A laboratory looks for {TESTED_CHEMICALS} chemicals that plastic, packaging, gloves and
        machines leave behind in food and other things, and reports how much of each it found in a
        gram. They come in {spelled(families.length)} families:
      </P>
      <ul className="flex max-w-2xl list-disc flex-col gap-1.5 pl-5">
        {families.map(({ key, name, chemicals, about }, index) => (
          <li key={key}>
            <strong className="font-medium text-ink">{name}</strong> (
            {Object.keys(chemicals).length}
            {index === 0 && ' of them'}), {about}.
          </li>
        ))}
      </ul>
      <P>
        {listed(otherChemicals.map(({ abbreviation }) => abbreviation))} are shown as well where a
        laboratory reports them.
      </P>
      <LeftOut examples={examples} />
      <P>Usually {SAMPLES} of a product are tested, each bought the way anyone would buy it.</P>
    </>
  );
}

function Percent({ examples }: { examples: Examples }) {
  const [child] = bodyWeights;
  return (
    <>
      <P>
        Authorities determine how much of a chemical a person can take in every day for a lifetime
        without appreciable risk: the <em>daily limit</em>. They call it the tolerable daily intake,
        or TDI. The percentage tells how much of it a single serving uses up.
      </P>
      <Formula>
        what one serving contains ÷ what a body of that weight can tolerate in a day = percent of
        the daily limit
      </Formula>
      <P>
        The tolerable amount depends on body weight, so the same serving is a larger share for a
        small child. We begin with {personText(child.weightKg)} and with the limits of the European
        Food Safety Authority (EFSA). Within a family, not every chemical is equally potent. More
        potent ones count for more.
      </P>
      <WhoseChild />
      <Example example={examples.share} />
    </>
  );
}

function NotDetected({ examples }: { examples: Examples }) {
  const limit = limitFor('bisphenols', 'EFSA');
  return (
    <>
      <P>
        Every test has a smallest amount that it can measure. Below it, the laboratory reports “less
        than”: there may be nothing, or almost that much. Whether that matters depends on the limit.
        {limit &&
          ` For BPA it is ${exactFigure(limit.limitNgPerKgDay)} ng per kg of body weight a day, so little that an ordinary test can miss many times that much.`}
      </P>
      <P>
        So each best estimate comes with bounds: a lower one, as if nothing had been missed, and an
        upper one, as if the most that could be missed were there. If the upper bound is of a higher
        level than the estimate, the report says{' '}
        <strong className="font-medium text-ink">{CANT_TELL}</strong> instead of a level, and what
        it could be. “Not detected” never counts as Low on its own. {BOUNDS_GUIDE}
      </P>
      <Example example={examples.unseen} />
    </>
  );
}

function Samples({ examples }: { examples: Examples }) {
  return (
    <>
      <P>
        The amount changes with the batch, the machine it ran through, how long and how warm it was
        stored, and what it was packed in. We use the mean of all samples, but show every one of
        them first. They disagree where one held more than another can have held, whatever the test
        missed. When they are far apart, the next package may be anywhere between them, or outside
        that range.
      </P>
      <Example example={examples.disagreement} />
    </>
  );
}

function Regulators() {
  const [widest] = regulatorGaps();
  const stricterAt = (authority: 'EFSA' | 'EPA') =>
    listed(
      regulatorGaps()
        .filter(({ stricter }) => stricter === authority)
        .map(({ chemical }) => chemicalOf(chemical).abbreviation),
    );
  const [efsa, epa] = widest
    ? [limitFor(widest.chemical, 'EFSA'), limitFor(widest.chemical, 'EPA')]
    : [];
  return (
    <>
      {widest && efsa && epa && (
        <P>
          EFSA and the U.S. Environmental Protection Agency (EPA) read the same science at different
          times and weigh it differently. For {chemicalOf(widest.chemical).abbreviation} EFSA
          tolerates {exactFigure(efsa.limitNgPerKgDay)} ng per kg of body weight a day since{' '}
          {efsa.year}, while the EPA’s dose of {exactFigure(epa.limitNgPerKgDay)} dates from{' '}
          {epa.year}: {exactFigure(Number(widest.ratio.toPrecision(3)))} times apart, or{' '}
          {Math.floor(Math.log10(widest.ratio))} orders of magnitude.
          {widest.chemical === 'bpa' &&
            ' EFSA relies on a change in the immune cells of mice at very small doses, a reading that not every authority shares. The EPA relies on older studies at high doses.'}
        </P>
      )}
      <GapTable />
      <P>
        Neither is always stricter: EFSA is for {stricterAt('EFSA')}, the EPA for{' '}
        {stricterAt('EPA')}. Levels here always follow EFSA. Where a report also shows percentages
        of the EPA’s doses, the level stays the same.
      </P>
      <P>
        A limit is the state of knowledge, not a constant. EFSA itself calls its values for
        phthalates of {limitFor('phthalates', 'EFSA')?.year} temporary: its review was limited
        mainly to effects on reproduction.
      </P>
    </>
  );
}
