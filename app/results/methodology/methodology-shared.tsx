import { bodyWeights, efsaToddler, weightInPounds } from '#app/toxicology/body-weights.ts';
import { personText } from '#app/results/eater.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { families, familyOf } from '#app/toxicology/families.ts';
import { listed, spelled } from '#app/kit/text.ts';
import { Formula, P, type MethodologySection } from './methodology-parts.tsx';
import type { Examples } from './methodology-examples.ts';
import { exactFigure, LEVEL_TEXTS } from './methodology-text.ts';
import { RiskMark } from '#app/results/risk-mark.tsx';

/** The guide to the levels, in both views. */
export const levelGuide: MethodologySection = {
  id: 'levels',
  title: 'Risk level guide',
  Body: LevelGuide,
};

/** What a reader must not take a level for, in both views. */
export const importantContext: MethodologySection = {
  id: 'context',
  title: 'Important context',
  Body: ImportantContext,
};

/** Whose the child is, and what the figures would be for EFSA's. */
export function WhoseChild() {
  const [child] = bodyWeights;
  const { weightKg, citation } = efsaToddler;
  const more = Math.round((child.weightKg / weightKg - 1) * 100);
  return (
    <P>
      The child of {weightInPounds(child.weightKg)} is not EFSA’s: it comes from the reference
      weights of the PlasticList dataset. The toddler that EFSA assumes weighs{' '}
      {weightInPounds(weightKg)} (
      <a href={citation.url} rel="noopener" className="link">
        {citation.number}
      </a>
      ). For that toddler, every percentage here would be {child.weightKg}/{weightKg} of what it is,{' '}
      {more}% more, so a product just below a cutoff would move up a level. A report shows it if you
      enter {weightKg} kg.
    </P>
  );
}

/** DIBP, which was measured and counts toward no limit. */
export function LeftOut({ examples: { leftOut } }: { examples: Examples }) {
  return (
    <P>
      <strong className="font-medium text-ink">DIBP is left out of every sum.</strong>{' '}
      {leftOut &&
        `It was found in ${exactFigure(leftOut.found)} of ${exactFigure(leftOut.tested)} samples tested for it. `}
      EFSA has set no limit for it, and its group limit for phthalates does not include it, although
      DIBP acts much like DBP in male rats. Where it was found, the phthalates’ percentage says
      nothing of it, and the report names it.
    </P>
  );
}

function LevelGuide() {
  const { mediumFromPercent, highFromPercent } = levelCutOffs;
  return (
    <>
      <P>
        A level sorts the percentage of the daily limit (the tolerable daily intake, TDI) that one
        serving a day makes up, separately for each of the {spelled(families.length)} families:{' '}
        {listed(families.map(({ name }) => name.toLowerCase()))}.
      </P>
      <dl className="max-w-2xl divide-y divide-line rounded-lg border border-line-strong bg-paper-raised">
        {LEVEL_TEXTS.map(({ level, range, meaning }) => (
          <div
            key={level}
            className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:px-5"
          >
            <dt>
              <RiskMark level={level} large />
            </dt>
            <dd>
              <span className="block font-mono text-sm text-ink tabular">{range}</span>
              <span className="mt-1 block text-sm">{meaning}</span>
            </dd>
          </div>
        ))}
      </dl>
      <Formula>
        Low &lt; {mediumFromPercent}% ≤ Medium &lt; {highFromPercent}% ≤ High
      </Formula>
      <P>
        The cutoffs are a convention for comparing products, not set by an authority. They are far
        below 100% because nobody eats only one product: other food, air, dust, and skin contact add
        to it.
      </P>
    </>
  );
}

function ImportantContext() {
  const [child, adult] = bodyWeights;
  return (
    <div className="max-w-2xl rounded-lg border-l-3 border-warn bg-warn-wash px-4 py-4 text-sm text-ink sm:px-5">
      <ul className="flex list-disc flex-col gap-2.5 pl-4">
        <li>
          <strong className="font-medium">This is not medical advice.</strong> A level says nothing
          about any one person’s health. For questions about your own health, ask a health
          professional.
        </li>
        <li>
          Every percent is of <strong className="font-medium">one serving a day</strong>, every day,
          for {personText(child.weightKg)} or {personText(adult.weightKg)}. Someone who eats more or
          weighs less takes in a larger share. Someone who eats it once a month takes in far less.
        </li>
        <li>
          A daily limit is meant for a lifetime, with a margin of safety. Being above it does not
          mean harm is done, and being below it does not mean a product is free of anything.
        </li>
        <li>
          EFSA’s value for bisphenols was set for <strong className="font-medium">BPA alone</strong>
          . Counting BPS and BPF against it is a read-across: it treats them as equally potent.
        </li>
        <li>
          The sum “{familyOf('substitutes').sum}” is a{' '}
          <strong className="font-medium">convention of this site</strong>, not of EFSA, which has
          set no limit for these substances together.
        </li>
        <li>
          Not everything tested is food. Paper receipts, for example, are handled and not eaten.
          Their percentages tell how much is in them, not what anyone takes in.
        </li>
        <li>
          A few samples are just a few samples. Another lot of the same product may contain more or
          less, and recipes and packages change.
        </li>
      </ul>
    </div>
  );
}
