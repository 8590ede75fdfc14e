import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { ReportTile } from '#app/results/report-cards.ts';
import type { Authority } from '#app/toxicology/limits.ts';
import { CANT_TELL } from '#app/kit/facts.ts';
import { capitalized, listed } from '#app/kit/text.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { tileAnswer } from '#app/results/tile-answer.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';

/** What a report's figures give reason to do, and where to go on. */
export function WhatToDo({
  tiles,
  tags,
  isNotFood,
  authority,
  cleaner,
  children,
}: {
  /** The card of whoever eats it, against EFSA's limits. */
  tiles: readonly ReportTile[];
  tags: readonly string[];
  isNotFood: boolean;
  /** Whose limits the report is read by. */
  authority: Authority;
  /** The one of its kind that is surely lower, if any. */
  cleaner: RiskLevelRow | undefined;
  children: ReactNode;
}) {
  const advice = adviceOf(tiles, tags, isNotFood);
  return (
    <section aria-labelledby="what-to-do" className="mt-5 @2xl:mt-8">
      <RuleLabel id="what-to-do" className="mb-2">
        What to do
      </RuleLabel>
      {authority !== 'EFSA' && (
        <p className="text-sm text-ink-soft">By EFSA’s limits, as the EPA has none for a family:</p>
      )}
      <ul className="max-w-prose">
        {advice.map((sentence) => (
          <Line key={sentence}>{sentence}</Line>
        ))}
        {cleaner && (
          <Line>
            Lower for certain:{' '}
            <Link
              to={href('/plasticlist/:originalId', { originalId: String(cleaner.product_id) })}
              className="link"
            >
              {cleaner.name}
            </Link>
            .{' '}
            <a href="#cleaner" className="link">
              In what, and by how much
            </a>
          </Line>
        )}
        {isHeatingWorse(tiles, isNotFood) && (
          <Line>
            Heat carries these chemicals from plastic into food: heat and keep food in glass or
            steel where you can.{' '}
            <a href={HEATING_SOURCE} rel="noopener" className="link">
              American Academy of Pediatrics, 2018
            </a>
          </Line>
        )}
      </ul>
      {children}
    </section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <li className="border-b border-line py-1.5 leading-snug last:border-b-0">{children}</li>;
}

/** The policy statement Food Additives and Child Health. */
const HEATING_SOURCE = 'https://doi.org/10.1542/peds.2018-1408';

/** Of food in which phthalates or bisphenols are noticeable: the statement is about these. */
function isHeatingWorse(tiles: readonly ReportTile[], isNotFood: boolean): boolean {
  return (
    !isNotFood &&
    tiles.some(
      ({ family, level }) => family !== 'substitutes' && (level === 'High' || level === 'Medium'),
    )
  );
}

/** Tags of what nobody should leave off because of a report. */
const needed = ['baby', 'baby_food', 'formula', 'breast_milk', 'medications'];

/**
 * What a report's figures give reason to do, in full sentences, and no more than that: each names
 * the families that it is true of. `tiles` are against EFSA's limits.
 */
export function adviceOf(
  tiles: readonly ReportTile[],
  tags: readonly string[],
  isNotFood: boolean,
): string[] {
  const answers = tiles.map((tile) => ({ ...tile, ...tileAnswer(tile) }));
  const namesOf = (is: (answer: (typeof answers)[number]) => boolean) =>
    listed(answers.filter(is).map(({ family }) => familyOf(family).name)).toLowerCase();
  const above = namesOf(({ tag }) => tag === 'Above limit');
  const noticeable = namesOf(({ word }) => word === 'High' || word === 'Medium');
  const low = namesOf(({ word }) => word === 'Low');
  // With what they could be: within a limit for certain is known even so.
  const unsure = listed(
    answers.flatMap(({ word, could, family }) =>
      word === CANT_TELL ? `${familyOf(family).name} (${could})`.toLowerCase() : [],
    ),
  );
  const notRated = namesOf(({ isNotRated }) => isNotRated);
  const isNeeded = needed.some((tag) => tags.includes(tag));
  const { mediumFromPercent } = levelCutOffs;
  return [
    verdict(),
    notRated === '' ? '' : `${capitalized(notRated)} are not rated: the update above says why.`,
    unsure === ''
      ? ''
      : `This test can’t tell about ${unsure}. Not knowing is neither reassurance nor a reason to worry: only a test that can see more would say.`,
    isNeeded && !isNotFood ? 'Ask a doctor before you change what a baby or a patient takes.' : '',
  ].filter((sentence) => sentence !== '');

  function verdict(): string {
    if (isNotFood) {
      return 'This is not food for people, so the figures do not say what anyone takes in.';
    }
    if (above) {
      return `${capitalized(above)} are above the daily limit. That is an amount for every day of a lifetime, and says little about a single day.${unlessNeeded('less of it or a cleaner one lowers what adds up')}`;
    }
    if (noticeable) {
      return `By best estimate, ${noticeable} take up ${mediumFromPercent}% of the daily limit or more, and other food may add to that.${unlessNeeded('a cleaner one leaves more room')}`;
    }
    if (low) {
      return `Nothing here asks you to have less of it. ${capitalized(low)} stay below ${mediumFromPercent}% of the daily limit, even counting all that was too little to measure. The next lot may differ.`;
    }
    return unsure ? '' : 'Nothing is rated here, so there is nothing to go by.';
  }

  /** Nobody is told to leave off what a baby or a patient needs. */
  function unlessNeeded(what: string): string {
    return isNeeded ? '' : ` If this is on the table most days, ${what}.`;
  }
}
