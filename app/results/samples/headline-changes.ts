import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { answerOf, type FamilyFigure } from '#app/results/answers/answer.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import type { ProductChange } from './product-change.ts';

/** A family that reads otherwise than it did: what people read of it, as it stands in a sentence. */
export interface HeadlineChange {
  family: Family;
  before: string;
  after: string;
}

/**
 * The families whose level or headline a file changes, as the tested list states them. Figures that
 * move within a level change neither, and first results have nothing before them.
 */
export function headlineChanges({
  families,
}: Pick<ProductChange, 'families'>): readonly HeadlineChange[] {
  return families.flatMap(({ family, before, after }) => {
    if (!before || !after) return [];
    const [was, is] = [headline(before), headline(after)];
    if (was !== is) return [{ family, before: was, after: is }];
    if (before.level === after.level) return [];
    // It could be either, before and after: what differs is the best estimate.
    return [{ family, before: estimated(was, before), after: estimated(is, after) }];
  });
}

/** How many more samples a product has; none where as many were withdrawn, or had another id. */
export function moreSamples({ samples }: Pick<ProductChange, 'samples'>): number {
  return Math.max(0, samples.added.length - samples.removed.length);
}

/** Whether those who follow a product hear of a change to its results: see decision 0084. */
export function isNews(change: Pick<ProductChange, 'families' | 'samples'>): boolean {
  return headlineChanges(change).length > 0 || moreSamples(change) > 0;
}

/** `Phthalates were Low and are Medium now.`; of an older correction, `and became Medium.` */
export function headlineSentence(change: HeadlineChange, isLatest: boolean): string {
  const { family, before, after } = change;
  const then = isLatest ? `are ${after} now` : `became ${after}`;
  return `${familyOf(family).name} were ${before} and ${then}.`;
}

function headline(figure: FamilyFigure): string {
  const { word, could, tag } = answerOf(figure);
  if (word === CANT_TELL) return `“${CANT_TELL}” (${could})`;
  if (word === NOT_TESTED) return 'without results';
  if (word === 'N/A') return 'not rated';
  return tag
    ? `${word} (${tag.toLowerCase().replace(' ', ` ${figure.family ? familyOf(figure.family).whoseLimit : 'the'} `)})`
    : word;
}

function estimated(text: string, { level }: FamilyFigure): string {
  return text.replace(/\)$/, `, best estimate ${level})`);
}
