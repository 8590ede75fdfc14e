import { isNotFood } from '#app/results/product-category.ts';
import { answerText } from '#app/results/answer.ts';
import { baby, eaterOf, specChild, type Eater } from '#app/results/eater.ts';
import { headAnswer } from '#app/results/tile-answer.ts';
import { limitLines } from '#app/results/limit-words.ts';
import type { Bounds } from '#app/toxicology/bounds.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import type { LimitVerdict } from '#app/toxicology/limit-verdicts.ts';
import { notRatedFamilies, productFigures } from '#app/toxicology/product-figures.ts';
import { sampleFigures, type SampleFigures } from '#app/toxicology/sample-levels.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { column, rightsOf, type DataTable } from '#app/data/table.ts';
import { testedBatches, type Tested } from './tested-batches.server.ts';

/** One family of one product, for somebody who eats it, against one authority's limits. */
interface FigureRow {
  productId: number;
  isOurs: boolean;
  eater: string;
  weightKg: number;
  servings: number;
  family: Family;
  level: RiskLevel;
  word: string;
  authority: string;
  percent: Bounds | null;
  /** Chemicals whose own limits these are; null where the family's sum is held against one. */
  alone: string | null;
  verdict: string | null;
  sentence: string;
  changedOn: string;
}

const AUTHORITIES = ['BfR', 'EFSA', 'EPA'] as const;

export function figuresTable(only?: readonly number[]): DataTable<FigureRow> {
  return {
    name: 'figures',
    title: 'Figures',
    means:
      'What a product’s samples come to, family by family: one day’s amount in percent of an authority’s daily limit, with its bounds, and what the report says of it. The limits for bisphenols are for BPA alone: to be within one, all three bisphenols together count as BPA, which is the stricter reading; above one is only said of BPA itself. Percents are of the average of the samples. Of what is not food for people, an amount is what one piece or one use contains, not what anyone takes in, and only EFSA’s limit stands beside it.',
    key: ['product_id', 'eater', 'family', 'authority'],
    refersTo: { products: ['product_id'] },
    columns: [
      column(
        'product_id',
        'integer',
        'Number of the product; in the table products.',
        (row) => row.productId,
      ),
      column(
        'eater',
        'text',
        'Who eats it: child, adult, or, of what is for babies, baby.',
        (row) => row.eater,
      ),
      column('family', 'text', 'Family of chemicals.', (row) => row.family),
      column('authority', 'text', 'Whose limit; in the table limits.', (row) => row.authority),
      column('body_weight', 'number', 'What the eater weighs.', (row) => row.weightKg, 'kg'),
      column('servings_per_day', 'integer', 'How many servings a day.', (row) => row.servings),
      column(
        'percent_lower',
        'number',
        'What the percent is at least: what was not found counts nothing.',
        ({ percent }) => percent && percent.lower,
        '%',
      ),
      column(
        'percent_estimate',
        'number',
        'Best estimate: half of a limit of quantification where the chemical was found in another sample.',
        ({ percent }) => percent && percent.estimate,
        '%',
      ),
      column(
        'percent_upper',
        'number',
        'What the percent is at most: what was not found counts its limit of quantification. Empty where percent_is_open.',
        ({ percent }) => (percent && !percent.upperOpen ? percent.upper : null),
        '%',
      ),
      column(
        'percent_is_open',
        'boolean',
        'Nobody knows what the percent is at most: something was above what the laboratory could measure, was not detected and its limit not stated, or was not tested.',
        ({ percent }) => percent && percent.upperOpen,
      ),
      column(
        'alone',
        'text',
        'Where each chemical is held against its own limit: which; empty: the family’s sum is held against one.',
        (row) => row.alone,
      ),
      column(
        'verdict',
        'text',
        'within: even the upper bound is at most the limit. above: the chemical that the limit was set for is more, even at its lower bound. above_if_counted: the lower bound is more if the family’s other chemicals are counted as that one. unseen: the test can’t tell. Empty: not rated.',
        (row) => row.verdict,
      ),
      column(
        'level',
        'text',
        'By the best estimate against EFSA’s limit, whichever authority the row is of: High, Medium, Low, None, or N/A.',
        (row) => row.level,
      ),
      column(
        'word',
        'text',
        'The word that the report shows: a level only where even the upper bound has it. Publish this beside the level.',
        (row) => row.word,
      ),
      column('sentence', 'text', 'What the report says of it.', (row) => row.sentence),
      ...rightsOf<FigureRow>(({ isOurs }) => isOurs),
    ],
    newest: (row) => row.changedOn,
    async *rows(tx) {
      for await (const batch of testedBatches(tx, only)) yield batch.flatMap(figuresOfProduct);
    },
  };
}

function figuresOfProduct({ product, samples }: Tested): FigureRow[] {
  const { originalId: productId, servingSizeG: servingG } = product;
  const measured = samples.map(({ measurements }) => measurements);
  const notRated = notRatedFamilies(productId);
  const isOurs = product.productId !== null;
  const isFood = !isNotFood(product.tags);
  const changedOn = product.updatedAt.toISOString().slice(0, 10);
  return eatersOf(product).flatMap(({ eater, weightKg, servings }) => {
    const request = {
      samples: measured,
      servingG: servingG === null ? null : servingG * servings,
      bodyWeightKg: weightKg,
      authority: 'EFSA' as const,
      notRated,
    };
    const figures = productFigures(request).families;
    const alone = sampleFigures(request);
    return FAMILIES.flatMap((family) => {
      const tile = { ...figures[family], family, servings, isNotRated: notRated.includes(family) };
      const { percent, ...answer } = headAnswer(tile);
      const { level } = tile;
      const shared = { productId, isOurs, eater, weightKg, servings, family, level, changedOn };
      const verdicts = tile.verdicts.filter((one) => isFood || one.authority === 'EFSA');
      return rowsOf(verdicts, alone[family], percent, answerText(answer)).map((row) => {
        return { ...shared, word: answer.word, ...row };
      });
    });
  });
}

const FAMILIES = families.map(({ key }) => key).toSorted();

/** By their names. */
function eatersOf(product: { name: string; tags: string[] }): (Eater & { eater: string })[] {
  const [child, adult] = bodyWeights;
  const own = eaterOf(product);
  return [
    { eater: adult.key, weightKg: adult.weightKg, servings: 1 },
    ...(own === specChild ? [] : [{ ...own, eater: baby.key }]),
    { eater: child.key, ...specChild },
  ];
}

/** By authority: EFSA's whatever is known, the others' where they have a limit and it is rated. */
function rowsOf(
  verdicts: readonly LimitVerdict[],
  samples: readonly SampleFigures[],
  percent: Bounds | null,
  sentence: string,
) {
  const lines = limitLines(verdicts, samples);
  return AUTHORITIES.flatMap((authority) => {
    const own = verdicts.find((one) => one.authority === authority);
    if (!own && authority !== 'EFSA') return [];
    const line = lines.find((one) => one.authority === authority);
    return {
      authority,
      percent: authority === 'EFSA' ? percent : (own?.percent ?? null),
      alone: own?.alone?.join(' ') ?? null,
      verdict: own?.verdict ?? null,
      sentence: authority === 'EFSA' ? sentence : (line?.text ?? ''),
    };
  });
}
