import type { ReactNode } from 'react';
import { heatedKinds, notChosenKinds } from '#db/data/comparable.ts';
import { Cited } from '#app/results/cited.tsx';
import { RuledSection } from '#app/ui/rule-label.tsx';
import { tilesOf, type ReportTile } from '#app/results/answers/report-cards.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import { CANT_TELL } from '#app/kit/facts.ts';
import { capitalized, grouped, listed } from '#app/kit/text.ts';
import { amountInSentence } from '#app/results/answers/answer.ts';
import type { SameKind } from '#app/results/rank/same-kind.server.ts';
import { ASK_A_DOCTOR } from '#app/results/messages.ts';
import type { Viewpoint } from '#app/results/answers/viewpoint.ts';
import { isNeeded, isVintage } from '#app/results/answers/product-category.ts';
import { headAnswer, tileAnswer } from '#app/results/answers/tile-answer.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import type { Bounds } from '#app/toxicology/bounds.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { familyNames, nextStepsOf } from './next-steps.tsx';

/** What advice depends on beside figures. */
interface Advised {
  tags: readonly string[];
  isNotFood: boolean;
  /** Key of its kind; undefined where it has none. */
  kind: string | undefined;
}

/** What a report's figures give reason to do, and where to go on. */
export function WhatToDo({
  report,
  sameKind,
  viewpoint,
  children,
}: {
  report: TestedReport;
  sameKind: SameKind | null;
  /** Whom the report is read for, and by whose limits. */
  viewpoint: Viewpoint;
  children: ReactNode;
}) {
  const tiles = tilesOf(report, { ...viewpoint, authority: 'EFSA' });
  const kind = sameKind?.kind.key;
  const advised = { tags: report.tags, isNotFood: report.risk.not_food, kind };
  return (
    <RuledSection id="what-to-do" title="What to do" gap="mb-2" className="mt-5 @2xl:mt-8">
      {viewpoint.authority !== 'EFSA' && (
        <p className="text-sm text-ink-soft">By EFSA’s limits, as the EPA has none for a family:</p>
      )}
      <ul className="max-w-prose">
        {adviceOf(tiles, advised).map((sentence) => (
          <Line key={sentence}>{sentence}</Line>
        ))}
        {isEatenToday(advised) &&
          nextStepsOf(askedOf(tiles), sameKind, viewpoint, askedOf(tiles, ['High', 'Medium'])).map(
            ({ key, line }) => <Line key={key}>{line}</Line>,
          )}
        {isHeatingWorse(tiles, advised) && (
          <Line>
            Heat carries these chemicals from plastic into food: heat and keep food in glass or
            steel where you can.{' '}
            <Cited url={HEATING_SOURCE}>American Academy of Pediatrics, 2018</Cited>
          </Line>
        )}
      </ul>
      {children}
    </RuledSection>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <li className="border-b border-line py-1.5 leading-snug last:border-b-0">{children}</li>;
}

/** The policy statement Food Additives and Child Health. */
const HEATING_SOURCE = 'https://doi.org/10.1542/peds.2018-1408';

/** Of what is heated, and has noticeable phthalates or bisphenols: the statement is about these. */
export function isHeatingWorse(tiles: readonly ReportTile[], product: Advised): boolean {
  return (
    isEatenToday(product) &&
    heatedKinds.includes(product.kind ?? '') &&
    tiles.some(
      ({ family, level }) => family !== 'substitutes' && (level === 'High' || level === 'Medium'),
    )
  );
}

/** Whether anybody eats such a thing now. */
function isEatenToday({ isNotFood, tags }: Advised): boolean {
  return !isNotFood && !isVintage(tags);
}

/** The families that are high or that this test can't tell, the highest estimate first. */
function askedOf(tiles: readonly ReportTile[], words = ['High', CANT_TELL]): Family[] {
  return tiles
    .filter((tile) => words.includes(headAnswer(tile).word))
    .toSorted((a, b) => (b.percent?.estimate ?? 0) - (a.percent?.estimate ?? 0))
    .map(({ family }) => family);
}

/**
 * What a report's figures give reason to do, in full sentences, and no more than that: each names
 * the families that it is true of. `tiles` are against EFSA's limits.
 */
export function adviceOf(tiles: readonly ReportTile[], product: Advised): string[] {
  const answers = tiles.map((tile) => ({ ...tile, ...tileAnswer(tile) }));
  const namedBy = (is: (answer: (typeof answers)[number]) => boolean) =>
    familyNames(answers.filter(is).map(({ family }) => family));
  const above = answers.filter(({ tag }) => tag === 'Above limit');
  const noticeable = answers.filter(({ word }) => word === 'High' || word === 'Medium');
  const low = namedBy(({ word }) => word === 'Low');
  const unsure = answers.filter(({ word }) => word === CANT_TELL);
  const notRated = namedBy(({ isNotRated }) => isNotRated);
  const isCareful = isNeeded(product.tags);
  return [
    verdict(),
    notRated === '' ? '' : `${capitalized(notRated)} are not rated: the update above says why.`,
    unsure.length === 0 ? '' : `${unsureText()} ${sharperTest(unsure)}`,
    isCareful && isEatenToday(product) ? ASK_A_DOCTOR : '',
  ].filter((sentence) => sentence !== '');

  function verdict(): string {
    if (product.isNotFood) {
      return 'This is not food for people, so the figures do not say what anyone takes in.';
    }
    if (isVintage(product.tags)) {
      return 'This was made decades ago. Nobody sells or eats it today, so there is nothing to do.';
    }
    if (above.length > 0) {
      const limits = above.map(({ family }) => `${familyNames([family])} above ${limitOf(family)}`);
      return `A day of this has ${listed(limits)}. That is an amount for every day of a lifetime, and says little about a single day.${ifDaily('less of it lowers what adds up')}`;
    }
    if (noticeable.length > 0) {
      const amounts = noticeable.map(
        ({ family, amount }) =>
          `${familyNames([family])} ${amount ? amountInSentence(amount) : ''}`,
      );
      return `By best estimate, in a day of this: ${amounts.join('; ')}. Other food may add to that.${ifDaily('less of it leaves more room')}`;
    }
    if (low) {
      // By any authority, and if others are counted as its own substance.
      const isAboveAny = answers.some(({ verdicts }) =>
        verdicts.some(({ verdict }) => verdict.startsWith('above')),
      );
      const isAll = !notRated && !isAboveAny;
      return `${isAll ? 'Nothing here asks you to have less of it. ' : ''}${capitalized(low)} stay below ${levelCutOffs.mediumFromPercent}% of the European limit, even counting all that was too little to measure. The next lot may differ.`;
    }
    return unsure.length > 0 ? '' : 'Nothing is rated here, so there is nothing to go by.';
  }

  /** Nobody is told to leave off what a baby or a patient needs, or what comes from the tap. */
  function ifDaily(what: string): string {
    const isChosen = !isCareful && !notChosenKinds.includes(product.kind ?? '');
    return isChosen ? ` If you have this most days, ${what}.` : '';
  }

  /** With what they could be: within a limit for certain is known even so. */
  function unsureText(): string {
    const those = unsure.map(({ family, could }) =>
      `${familyNames([family])} (${could})`.toLowerCase(),
    );
    return `This test can’t tell about ${listed(those)}. Not knowing is neither reassurance nor a reason to worry.`;
  }
}

/** What a test would have to see where this one found nothing; else, that it would have to see more. */
function sharperTest(unsure: readonly Pick<ReportTile, 'family' | 'percent'>[]): string {
  const most = (percent: Bounds | null) =>
    percent?.estimate === 0 && !percent.upperOpen ? percent.upper : 0;
  const [blindest] = unsure.toSorted((a, b) => most(b.percent) - most(a.percent));
  const times = most(blindest?.percent ?? null) / 100;
  if (!blindest || times <= 1) return 'Only a test that can see more would say.';
  const rounded = grouped(Number(times.toPrecision(2)));
  return `A test that sees ${rounded} times smaller amounts could check ${limitOf(blindest.family)}.`;
}

function limitOf(family: Family): string {
  return `${familyOf(family).whoseLimit} limit`;
}
