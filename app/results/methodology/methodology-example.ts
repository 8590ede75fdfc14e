import { intakeNgPerServing, isKnownServing } from '#app/toxicology/intake.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { chemicalOf, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import { potencyFactorsOf } from '#app/toxicology/potency.ts';
import { productFigures } from '#app/toxicology/product-figures.ts';
import { wordOf } from '#app/results/answers/answer.ts';
import { formatPercent } from '#app/results/answers/percent-text.ts';
import type { MethodologyData } from './load-methodology.server.ts';
import { exactFigure, figureOf, weighted } from './methodology-text.ts';

/**
 * The figures of `content/methodology/example.md`: a product's phthalates from its samples to the
 * level, against EFSA. Without an `exampleId` where the product has no rating with both bounds.
 */
export function exampleValues(product: MethodologyData['example']): Record<string, unknown> {
  const none = { exampleId: undefined };
  if (!product || !isKnownServing(product.servingG)) return none;
  const { originalId, name, servingG, samples } = product;
  const [child, adult] = bodyWeights.map(({ weightKg: bodyWeightKg }) =>
    productFigures({ samples, servingG, bodyWeightKg, authority: 'EFSA' }),
  );
  const figures = child?.families.phthalates;
  const ofAdult = adult?.families.phthalates;
  if (!figures?.percent || !figures.equivalentNgG || !ofAdult?.percent) return none;
  if (figures.percent.upperOpen) return none;
  const factors = potencyFactorsOf('phthalates').filter(({ factor }) => factor !== 0);
  const meanOf = (key: ChemicalKey) => figureOf(child?.chemicals[key]?.estimate ?? 0);
  const sumNgG = figures.equivalentNgG.estimate;
  const intakeNg = intakeNgPerServing(sumNgG, servingG);
  return {
    exampleId: originalId,
    exampleName: name,
    exampleServing: exactFigure(servingG),
    exampleMeans: factors
      .map(({ chemical }) => {
        const reported = samples.flatMap((sample) => sample[chemical]?.reported.trim() ?? []);
        return `${chemicalOf(chemical).abbreviation} = mean of ${reported.join(', ')} = ${meanOf(chemical)} ng/g`;
      })
      .join('\n'),
    exampleTerms: factors
      .map(({ chemical, factor }) => weighted(factor, meanOf(chemical)))
      .join(' + '),
    exampleSum: figureOf(sumNgG),
    exampleIntake: figureOf(intakeNg),
    exampleIntakeWhole: figureOf(Math.round(intakeNg)),
    exampleLimit: exactFigure(limitFor('phthalates', 'EFSA')?.limitNgPerKgDay ?? NaN),
    exampleChildPercent: formatPercent(figures.percent.estimate),
    exampleChildLevel: wordOf(figures.level, figures.upperRaisesLevel),
    exampleAdultPercent: formatPercent(ofAdult.percent.estimate),
    exampleAdultLevel: wordOf(ofAdult.level, ofAdult.upperRaisesLevel),
    exampleLower: formatPercent(figures.percent.lower),
    exampleUpper: formatPercent(figures.percent.upper),
  };
}
