import { originalIdOf } from '#app/results/risk-level-row.ts';
import { baby, sharedEater, specChild, type Eater } from '#app/results/answers/eater.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { eaterParameters, readViewpoint, type Viewpoint } from '#app/results/answers/viewpoint.ts';

/** Products side by side at most. */
export const MOST_COMPARED = 4;

/** What is read of one address: nobody compares more, and a sentence has room for no more. */
const MOST_READ = 24;
const LONGEST_NAMED = 24;

/** Reads `ids=93,92,12` and `add=…`; `ids` may be there several times, as a form sends it. */
export function readCompareQuery(params: URLSearchParams) {
  const texts = params
    .getAll('ids')
    .flatMap((list) => list.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .slice(0, MOST_READ);
  const unreadable = new Set(texts.filter((text) => originalIdOf(text) === undefined));
  return {
    /** Product numbers in the order given, each once; any number of them, known or not. */
    ids: [...new Set(texts.flatMap((text) => originalIdOf(text) ?? []))],
    /** What stands among the numbers and is none, shortened. */
    unreadable: [...unreadable].map(shortened),
    /** A name or number to add; empty without. */
    add: (params.get('add') ?? '').trim(),
  };
}

/**
 * Whose intake is compared, always against EFSA's limits: the EPA has none for a whole family. `opening`
 * is whom a product is for, which counts where the address names nobody.
 */
export function compareViewpoint(params: URLSearchParams, opening?: Eater): Viewpoint {
  return { ...readViewpoint(params, opening), authority: 'EFSA' };
}

/** Whether an address names who eats how much, the same for all that it compares. */
export function isEaterNamed(params: URLSearchParams): boolean {
  return params.has('weight') || params.has('servings');
}

/** Who eats of each of some products: whom the address names, else whoever each is for. */
export function comparedViewpoints(
  params: URLSearchParams,
  openings: readonly Eater[],
): Viewpoint[] {
  const all = isEaterNamed(params) ? (sharedEater(openings) ?? specChild) : undefined;
  return openings.map((opening) => compareViewpoint(params, all ?? opening));
}

/**
 * What the address of a comparison says of who eats how much: nothing of the spec's child, unless some of
 * the products are for babies, who are judged for a baby where nobody is named.
 */
export function comparedEater(eater: Eater, isForBabies = false): [name: string, text: string][] {
  const [child] = bodyWeights;
  const isChild = eater.weightKg === child.weightKg;
  return [
    ...(isForBabies && isChild ? [['weight', child.key] as [string, string]] : []),
    ...eaterParameters(eater),
  ];
}

/** Whether some of them are judged for a baby where nobody is named. */
export function areForBabies(products: readonly { opening: Eater }[]): boolean {
  return products.some(({ opening }) => opening.weightKg === baby.weightKg);
}

/** The address of a comparison, with who eats how much. */
export function compareAddress(ids: readonly number[], eater?: Eater, isForBabies = false): string {
  const whom = eater ? comparedEater(eater, isForBabies) : [];
  const params = [
    ...(ids.length > 0 ? [`ids=${ids.join(',')}`] : []),
    ...whom.map((outcome) => outcome.join('=')),
  ];
  return `/plasticlist/compare${params.length > 0 ? `?${params.join('&')}` : ''}`;
}

function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= LONGEST_NAMED) return text;
  return `${characters.slice(0, LONGEST_NAMED).join('')}…`;
}
