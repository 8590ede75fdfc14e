import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { answerOf, type FamilyFigure } from '#app/results/answers/answer.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import { whose } from '#app/toxicology/metals/sentences.ts';
import type { IntakeVerdict } from '#app/toxicology/metals/verdicts.ts';
import type { ProductChange } from './product-change.ts';

/** A family that reads otherwise than it did, or a limit of metals: what people read, as it stands in a sentence. */
export interface HeadlineChange {
  /** Undefined of metals. */
  family?: Family;
  /** `Phthalates`, `FDA’s daily amount of lead for children`. */
  name: string;
  before: string;
  after: string;
}

type Change = Pick<ProductChange, 'families' | 'metals'>;

/**
 * The families whose level or headline a file changes, as the tested list states them, and the limits of
 * metals whose verdict it does. Figures that move within one change neither, and first results have nothing before them.
 */
export function headlineChanges({ families, metals }: Change): readonly HeadlineChange[] {
  const changed = families.flatMap(({ family, before, after }) => {
    if (!before || !after) return [];
    const [was, is] = [headline(before), headline(after)];
    const { name } = familyOf(family);
    if (was !== is) return [{ family, name, before: was, after: is }];
    if (before.level === after.level) return [];
    // It could be either, before and after: what differs is the best estimate.
    return [{ family, name, before: estimated(was, before), after: estimated(is, after) }];
  });
  return metals?.before && metals.after
    ? verdictChanges(metals.before.verdicts, metals.after.verdicts)
    : changed;
}

function verdictChanges(before: readonly IntakeVerdict[], after: readonly IntakeVerdict[]) {
  const limits = new Set([...before, ...after].map(({ limit }) => limit));
  return [...limits].flatMap((limit): HeadlineChange[] => {
    const of = (all: readonly IntakeVerdict[]) => standing(all.find((one) => one.limit === limit));
    const [was, is] = [of(before), of(after)];
    return was === is ? [] : [{ name: whose(limit), before: was, after: is }];
  });
}

function standing(one: IntakeVerdict | undefined): string {
  if (!one) return 'not compared';
  const within = one.limit.kind === 'margin' ? 'below it' : 'within it';
  return { yes: within, no: 'above it', 'cannot tell': `“${CANT_TELL}”` }[one.verdict];
}

/** How many more samples a product has; none where as many were withdrawn, or had another id. */
export function moreSamples({ samples }: Pick<ProductChange, 'samples'>): number {
  return Math.max(0, samples.added.length - samples.removed.length);
}

/** Whether those who follow a product hear of a change to its results: see decision 0084. */
export function isNews(change: Change & Pick<ProductChange, 'samples'>): boolean {
  return headlineChanges(change).length > 0 || moreSamples(change) > 0;
}

/** `Phthalates were Low and are Medium now.`; of an older correction, `and became Medium.` */
export function headlineSentence(change: HeadlineChange, isLatest: boolean): string {
  const { family, name, before, after } = change;
  const [subject, were, are] = family
    ? [name, 'were', 'are']
    : [`Compared with ${name}, what is eaten`, 'was', 'is'];
  const then = isLatest ? `${are} ${after} now` : `became ${after}`;
  return `${subject} ${were} ${before} and ${then}.`;
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
