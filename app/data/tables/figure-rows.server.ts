import { eaterOf, specChild } from '#app/results/answers/eater.ts';
import type { TestedRow } from '#app/results/read/risk-levels.server.ts';
import { families } from '#app/toxicology/families.ts';
import { columnsOf, THEIRS, type DataTable } from '#app/data/table.ts';
import { productBatches } from './tested-batches.server.ts';

/** One family of one product, for somebody who eats it, against one authority's limits. */
type FigureRow = ReturnType<typeof figuresOfProduct>[number];

export function figuresTable(only?: readonly number[]): DataTable<FigureRow> {
  return {
    name: 'figures',
    title: 'Figures',
    means:
      'What a product’s samples come to, family by family: one day’s amount in percent of an authority’s daily limit, with its bounds, and what the report says of it. The limits for bisphenols are for BPA alone: to be within one, all three bisphenols together count as BPA, which is the stricter reading; above one is only said of BPA itself. Percents are of the average of the samples. Of what is not food for people, an amount is what one piece or one use contains, not what anyone takes in, and only EFSA’s limit stands beside it.',
    key: ['product_id', 'eater', 'family', 'authority'],
    refersTo: { products: ['product_id'] },
    columns: columnsOf<FigureRow>({
      'product_id integer': 'Number of the product; in the table products.',
      'eater text': 'Who eats it: child, adult, or, of what is for babies, baby.',
      'family text': 'Family of chemicals.',
      'authority text': 'Whose limit; in the table limits.',
      'body_weight number kg': 'What the eater weighs.',
      'servings_per_day integer': 'How many servings a day.',
      'percent_lower number %': 'What the percent is at least: what was not found counts nothing.',
      'percent_estimate number %':
        'Best estimate: half of a limit of quantification where the chemical was found in another sample.',
      'percent_upper number %':
        'What the percent is at most: what was not found counts its limit of quantification. Empty where percent_is_open.',
      'percent_is_open boolean':
        'Nobody knows what the percent is at most: something was above what the laboratory could measure, was not detected and its limit not stated, or was not tested.',
      'alone text':
        'Where each chemical is held against its own limit: which; empty: the family’s sum is held against one.',
      'verdict text':
        'within: even the upper bound is at most the limit. above: the chemical that the limit was set for is more, even at its lower bound. above_if_counted: the lower bound is more if the family’s other chemicals are counted as that one. unseen: the test can’t tell. Empty: not rated.',
      'level text':
        'By the best estimate against EFSA’s limit, whichever authority the row is of: High, Medium, Low, None, or N/A.',
      'word text':
        'The word that the report shows: a level only where even the upper bound has it. Publish this beside the level.',
      'sentence text': 'What the report says of it.',
    }),
    newest: (row) => row.changedOn,
    async *rows(tx) {
      for await (const batch of productBatches(tx, only)) yield batch.flatMap(figuresOfProduct);
    },
  };
}

function figuresOfProduct(product: TestedRow) {
  const { originalId, assessments, updatedAt } = product;
  const rights = product.productId === null ? THEIRS : {};
  const changedOn = updatedAt.toISOString().slice(0, 10);
  const eaters = eaterOf(product) === specChild ? PERSONS : WITH_BABY;
  return eaters.flatMap((eater) => {
    const { weight_kg, servings, ...of } = assessments[eater];
    return FAMILIES.flatMap((family) => {
      const { risk, word, limits } = of[family];
      return limits.map(({ authority, percent, alone, verdict, sentence }) => ({
        product_id: originalId,
        eater,
        family,
        authority,
        body_weight: weight_kg,
        servings_per_day: servings,
        percent_lower: percent && percent.lower,
        percent_estimate: percent && percent.estimate,
        percent_upper: percent && !percent.upperOpen ? percent.upper : null,
        percent_is_open: percent && percent.upperOpen,
        alone,
        verdict,
        level: risk,
        word,
        sentence,
        changedOn,
        ...rights,
      }));
    });
  });
}

const FAMILIES = families.map(({ key }) => key).toSorted();
/** By their names. */
const PERSONS = ['adult', 'child'] as const;
const WITH_BABY = ['adult', 'baby', 'child'] as const;
