import { capitalized } from '#app/kit/text.ts';
import { mostOf, type Bounds } from '#app/toxicology/bounds.ts';
import { byFamily, type Family } from '#app/toxicology/families.ts';
import type { SampleMeasurements } from '#app/toxicology/measurement.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { answerOf, answerText } from './answer.ts';
import { baby, eaterOf, isSameEater, specChild, whomText, type Eater } from './eater.ts';
import { limitLines, type AuthorityVerdict } from './limit-words.ts';
import { isNotFood } from './product-category.ts';
import {
  ratedFigure,
  reportTiles,
  spreadsOfTiles,
  type ReportTile,
  type SeenSpread,
} from './report-cards.ts';
import { stripOf } from './strip-of.ts';
import { verdictText } from './verdict.ts';

/** A tested product, and what was measured in its samples that count. */
export interface Measured {
  originalId: number;
  name: string;
  tags: readonly string[];
  /** Grams; null where unknown. */
  servingSizeG: number | null;
  samples: readonly SampleMeasurements[];
}

/** What a family comes to for somebody, and what is said of it. */
type AssessedFamily = ReturnType<typeof familyOf>;

/** What a product comes to for somebody who eats it, and what is said of it. */
export interface Assessment extends Record<Family, AssessedFamily> {
  weight_kg: number;
  servings: number;
  /** What is said before anything else, and the same without saying why. */
  sentence: string;
  in_short: string;
  /** Smaller of what is lower: how much is not Low for certain, the most that there is, and may be. */
  best_first: number[];
}

/** For whom they are stored; the baby is whoever the product is for, if it is for babies. */
export type Assessments = Record<'child' | 'adult' | 'baby', Assessment>;

/** All that is stored of what a product comes to. */
export function assessmentsOf(product: Measured): Assessments {
  const own = eaterOf(product);
  const [child, adult] = [specChild, { weightKg: bodyWeights[1].weightKg, servings: 1 }];
  return {
    child: assess(product, child),
    adult: assess(product, adult),
    baby: assess(product, own === specChild ? baby : own),
  };
}

/** What a product comes to for anybody, by EFSA's limits, and by others' beside them. */
export function assess(product: Measured, eater: Eater): Assessment {
  const { originalId, servingSizeG, samples, tags } = product;
  const viewpoint = { ...eater, authority: 'EFSA' } as const;
  const tiles = reportTiles(originalId, servingSizeG, samples, viewpoint);
  const isFood = !isNotFood(tags);
  const whom =
    isFood && !isSameEater(eater, specChild) ? `${capitalized(`for ${whomText(eater)}`)}. ` : '';
  const spreads = spreadsOfTiles(tiles);
  const bound = (of: (rated: Bounds) => number) =>
    Math.max(...tiles.map(({ rated }) => Math.min(rated ? of(rated) : Infinity, Number.MAX_VALUE)));
  const families = byFamily((family) => {
    const tile = tiles.find((one) => one.family === family)!; // one for each
    return familyOf(tile, spreads[family], isFood);
  });
  return {
    weight_kg: eater.weightKg,
    servings: eater.servings,
    sentence: whom + verdictText(tiles, !isFood),
    in_short: whom + verdictText(tiles, !isFood, true),
    best_first: [
      tiles.filter(({ family }) => families[family].word !== 'Low').length,
      bound(({ lower }) => lower),
      bound(mostOf),
    ],
    ...families,
  };
}

function familyOf(tile: ReportTile, spread: SeenSpread | null, isFood: boolean) {
  const { level, percent, own, samples } = tile;
  const answer = answerOf(ratedFigure(tile));
  // What was not tested is 0 percent, so that lists have it before what is not rated.
  const shown = level === 'N/A' ? null : percent;
  return {
    risk: level,
    tdi_percent: shown?.estimate ?? null,
    lower_percent: shown?.lower ?? null,
    upper_percent: shown && ended(mostOf(shown)),
    limit_unseen: level !== 'N/A' && tile.couldNotSeeLimit,
    samples_disagree: new Set(samples.map((sample) => sample.level)).size > 1,
    above_range: level !== 'N/A' && tile.aboveRange.length > 0,
    own_lower_percent: own?.lowerPercent ?? null,
    counted: [...(own?.counted ?? [])],
    beside: [...(own?.beside ?? [])],
    sample_upper_percent: own?.sampleUpperPercent ?? null,
    word: answer.word,
    could: answer.could,
    limits: limitsOf(tile, answerText(answer), isFood),
    /** What its strip shows of each sample. */
    marks: stripOf(tile, !isFood).marks,
    /** What stands as null of it is not known to end. */
    spread: spread && { ...spread, upper: ended(spread.upper), most: ended(spread.most) },
  };
}

/** How a family stands under each authority, wherever that is marked; none of what is no food. */
export function ticksOf({ limits }: AssessedFamily, isNotFood: boolean): AuthorityVerdict[] {
  return limits.flatMap(({ authority, verdict, holds }) =>
    verdict && !isNotFood ? { authority, verdict, ...(holds && { holds }) } : [],
  );
}

const AUTHORITIES = ['BfR', 'EFSA', 'EPA'] as const;

/** What the limits make of it, by authority: EFSA's whatever is known, the others' where they have one and it is rated. */
function limitsOf({ rated, samples, ...tile }: ReportTile, sentence: string, isFood: boolean) {
  const verdicts = tile.verdicts.filter((one) => isFood || one.authority === 'EFSA');
  const lines = limitLines(verdicts, samples);
  return AUTHORITIES.flatMap((authority) => {
    const own = verdicts.find((one) => one.authority === authority);
    const isEfsa = authority === 'EFSA';
    if (!own && !isEfsa) return [];
    const line = lines.find((one) => one.authority === authority);
    return {
      authority,
      /** Of that limit; null where it is not rated. */
      percent: isEfsa ? rated : (own?.percent ?? null),
      /** Chemicals whose own limits these are; null where the family's sum is held against one. */
      alone: own?.alone?.join(' ') ?? null,
      verdict: own?.verdict ?? null,
      ...(own?.holds && { holds: own.holds }),
      sentence: isEfsa ? sentence : (line?.text ?? ''),
    };
  });
}

function ended(most: number): number | null {
  return Number.isFinite(most) ? most : null;
}
