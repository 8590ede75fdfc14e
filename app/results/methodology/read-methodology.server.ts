import { formatCents } from '#app/kit/money.ts';
import { capitalized, counted, grouped, listed } from '#app/kit/text.ts';
import type { Section } from '#app/prose/blocks.ts';
import { asMarkdown, readContent, readSections } from '#app/prose/read-text.server.ts';
import { BOUNDS_GUIDE } from '#app/results/answers/answer.ts';
import { personText } from '#app/results/answers/eater.ts';
import { formatPercent } from '#app/results/answers/percent-text.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { belowLoqDivisor } from '#app/toxicology/bounds.ts';
import { chemicalOf, otherChemicals } from '#app/toxicology/chemicals.ts';
import { families } from '#app/toxicology/families.ts';
import { limitFor, type Authority } from '#app/toxicology/limits.ts';
import { usualPortion } from '#app/toxicology/metals/portion.ts';
import { seenBy } from '#app/toxicology/metals/sentences.ts';
import { metals } from '#app/toxicology/panels/metals.ts';
import { bisphenolsNotRatedProductIds } from '#app/toxicology/product-figures.ts';
import { TIMES_APART_ELSEWHERE } from '#app/toxicology/which-is-lower.ts';
import type { MethodologyData } from './load-methodology.server.ts';
import { exampleValues } from './methodology-example.ts';
import { SLOTS } from './methodology-parts.tsx';
import { exactFigure, regulatorGaps, sumText } from './methodology-text.ts';
import type { MethodologyView } from './methodology-toggle.tsx';

const SHOWN_PERCENTS = [0.004, 0.317, 2.46, 3.2, 7.496, 12.3, 32_500];

/** What `content/methodology` leaves to be drawn: tables of records. */
const drawn = Object.keys(SLOTS);

/** Both ways to read `content/methodology`, with what it shows of published results. */
export function readMethodology({
  example,
  leftOut,
}: MethodologyData): Record<MethodologyView | 'metals', Section[]> {
  const values = {
    ...valuesOfRecords(),
    ...exampleValues(example && { ...example, name: asMarkdown(example.name) }),
    leftOutFound: leftOut?.found && exactFigure(leftOut.found),
    leftOutTested: leftOut && exactFigure(leftOut.tested),
  };
  return {
    simple: readSections('methodology/simple', values, drawn),
    technical: readSections('methodology/technical', values, drawn),
    metals: [...readSections('methodology/metals', metalsValues(), drawn), ...metalsProfiles()],
  };
}

function metalsValues() {
  const { inSentence, sampleCents, samples } = metals;
  return {
    metalsInSentence: inSentence,
    metalsSamplePrice: formatCents(sampleCents),
    metalsPrice: formatCents(sampleCents * samples),
    metalsSamples: counted(samples, 'sample'),
    metalsTimesApart: TIMES_APART_ELSEWHERE,
    metalsMustSee: [usualPortion(null, 110), usualPortion('infant-formula', null, 1)]
      .flatMap((portion) => seenBy({}, portion).lines)
      .map(([name, text]) =>
        name === 'Asked about' ? `\n${capitalized(text)}:\n` : `- *${name}*: ${text}`,
      )
      .join('\n'),
  };
}

/** What is known of each, as its profile has it, below its name. */
function metalsProfiles(): Section[] {
  return metals.substances.map(({ key, fullName }) => ({
    id: key,
    title: fullName,
    blocks: readContent(`chemicals/${key}`).map((block) =>
      block.type === 'heading' ? { ...block, level: block.level + 1 } : block,
    ),
  }));
}

function valuesOfRecords() {
  const [child, adult] = bodyWeights;
  return {
    childKg: child.weightKg,
    adultKg: adult.weightKg,
    childPerson: personText(child.weightKg),
    adultPerson: personText(adult.weightKg),
    weightsSource: adult.source,
    otherChemicals: listed(otherChemicals.map(({ abbreviation }) => abbreviation)),
    familyNames: listed(families.map(({ name }) => name.toLowerCase())),
    familyCounts: families
      .map(({ name, chemicals, about }, at) => {
        const count = Object.keys(chemicals).length;
        return `- **${name}** (${count}${at === 0 ? ' of them' : ''}), ${about}.`;
      })
      .join('\n'),
    sums: families
      .map(({ key, sum }) => {
        const limit = exactFigure(limitFor(key, 'EFSA')?.limitNgPerKgDay ?? NaN);
        return `\`\`\`\n${sum} = ${sumText(key)}\nagainst ${limit} ng/kg/day (EFSA)\n\`\`\``;
      })
      .join('\n\n'),
    phthalatesSum: sumText('phthalates'),
    phthalatesYear: limitFor('phthalates', 'EFSA')?.year,
    bisphenolsLimit: exactFigure(limitFor('bisphenols', 'EFSA')?.limitNgPerKgDay ?? NaN),
    boundsGuide: BOUNDS_GUIDE,
    half: `n ÷ ${belowLoqDivisor}`,
    roundingExamples: SHOWN_PERCENTS.map((one) => `${one} → ${formatPercent(one)}`).join('; '),
    notRatedReports: listed(
      bisphenolsNotRatedProductIds.map((id) => `[${id}](/plasticlist/${id})`),
    ),
    ...gapValues(),
  };
}

/** How far the two authorities are apart where they are farthest, and whose limits are stricter. */
function gapValues() {
  const [widest] = regulatorGaps();
  if (!widest) throw new Error('no chemical has a limit of both authorities');
  const stricterFor = (authority: Authority) =>
    listed(
      regulatorGaps()
        .filter(({ stricter }) => stricter === authority)
        .map(({ chemical }) => chemicalOf(chemical).abbreviation),
    );
  return {
    widestChemical: chemicalOf(widest.chemical).abbreviation,
    widestIsBpa: widest.chemical === 'bpa',
    widestEfsa: exactFigure(widest.efsa),
    widestEfsaYear: limitFor(widest.chemical, 'EFSA')?.year,
    widestEpa: exactFigure(widest.epa),
    widestEpaYear: limitFor(widest.chemical, 'EPA')?.year,
    widestTimes: grouped(Number(widest.ratio.toPrecision(3))),
    widestOrders: Math.floor(Math.log10(widest.ratio)),
    efsaStricterFor: stricterFor('EFSA'),
    epaStricterFor: stricterFor('EPA'),
  };
}
