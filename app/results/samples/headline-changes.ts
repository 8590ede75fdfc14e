import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { spelled } from '#app/kit/text.ts';
import { answerOf, type FamilyFigure } from '#app/results/answers/answer.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import { foodLimitText, whose } from '#app/toxicology/metals/sentences.ts';
import type { FoodVerdict, IntakeVerdict } from '#app/toxicology/metals/verdicts.ts';
import type { ProductChange } from './product-change.ts';

/** A family that reads otherwise than it did, or a limit of metals: what people read, as it stands in a sentence. */
interface HeadlineChange {
  /** Undefined of metals. */
  family?: Family;
  /** `Phthalates`, `FDA’s daily amount of lead for children`. */
  name: string;
  /** With what a sentence of it begins: `Phthalates`, `Compared with FDA’s …, what is eaten`. */
  subject: string;
  before: string;
  after: string;
}

type Change = Pick<ProductChange, 'families' | 'metals'>;

/**
 * The families whose level or headline a file changes, as the tested list states them, and the limits of
 * metals whose verdict it does, or how many samples are above them. Figures that move within one change neither, and first results have nothing before them.
 */
export function headlineChanges({ families, metals }: Change): readonly HeadlineChange[] {
  const changed = families.flatMap(({ family, before, after }) => {
    if (!before) return [];
    const [was, is] = [headline(before), headline(after)];
    const { name } = familyOf(family);
    const of = { family, name, subject: name };
    if (was !== is) return [{ ...of, before: was, after: is }];
    if (before.level === after.level) return [];
    // It could be either, before and after: what differs is the best estimate.
    return [{ ...of, before: estimated(was, before), after: estimated(is, after) }];
  });
  return metals?.before
    ? [
        ...verdictChanges(
          metals.before.verdicts,
          metals.after.verdicts,
          intakeStanding,
          (limit) => [whose(limit), 'what is eaten'],
        ),
        ...verdictChanges(metals.before.byFood, metals.after.byFood, foodStanding, (limit) => [
          foodLimitText(limit),
          'what was measured',
        ]),
      ]
    : changed;
}

function verdictChanges<V extends IntakeVerdict | FoodVerdict>(
  before: readonly V[],
  after: readonly V[],
  standing: (one: V | undefined) => string,
  called: (limit: V['limit']) => readonly [name: string, what: string],
) {
  const limits = new Set([...before, ...after].map(({ limit }) => limit));
  return [...limits].flatMap((limit): HeadlineChange[] => {
    const of = (all: readonly V[]) => standing(all.find((one) => one.limit === limit));
    const [was, is] = [of(before), of(after)];
    const [name, what] = called(limit);
    const subject = `Compared with ${name}, ${what}`;
    return was === is ? [] : [{ name, subject, before: was, after: is }];
  });
}

/** How many samples are above it: those that could be are not counted. */
function foodStanding(one: FoodVerdict | undefined): string {
  if (!one) return 'not compared';
  const count = one.each.filter((verdict) => verdict === 'no').length;
  if (count === 0) return 'above it in no sample';
  const of = one.each.length;
  return of === 1
    ? 'above it in the one sample'
    : `above it in ${spelled(count)} of ${spelled(of)} samples`;
}

function intakeStanding(one: IntakeVerdict | undefined): string {
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
  const { family, subject, before, after } = change;
  const [were, are] = family ? ['were', 'are'] : ['was', 'is'];
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
