import { href } from 'react-router';
import type { FaqQuestion } from './faq-question.ts';
import { site } from '#app/site.ts';
import { bodyWeights, weightInPounds } from '#app/toxicology/body-weights.ts';
import { limitFor } from '#app/toxicology/limits.ts';

const SOURCE = site.resultsSource.name;
const REPORT = `[${SOURCE}’s report](https://www.plasticlist.org/report)`;

const [child, adult] = bodyWeights;
const bpa = limitFor('bpa', 'EFSA');
const bpaNgPerKgDay = bpa?.limitNgPerKgDay ?? NaN;
/** EFSA's temporary limit for BPA of 2015: 4 µg per kg of body weight a day. */
const BPA_2015_NG_PER_KG_DAY = 4_000;
const bpaFold = (BPA_2015_NG_PER_KG_DAY / bpaNgPerKgDay).toLocaleString('en-US');

export const evidence: readonly FaqQuestion[] = [
  {
    id: 'how-common',
    question: 'How common are plastic chemicals in food?',
    answer: [
      `${REPORT} from 2024 found them in 86% of the foods it tested. That counts foods, not single samples. They were foods from the San Francisco Bay Area, chosen because people there eat them. Another selection would have given another figure. You can read the samples behind it one by one under [tested products](${href('/plasticlist')}).`,
    ],
  },
  {
    id: 'efsa-2023',
    question: 'Why did Europe lower its limit for BPA so much?',
    answer: [
      `In 2023, EFSA lowered what it considers tolerable from 4 micrograms to ${bpaNgPerKgDay} nanograms per kilogram of body weight a day: ${bpaFold} times less. It based this on a change in the immune cells of mice at very small doses. Not every authority agrees. The U.S. EPA relies on older studies at high doses.`,
      `Sources: EFSA Journal [2015;13(1):3978](https://doi.org/10.2903/j.efsa.2015.3978) and [2023;21(4):6857](${bpa?.citation.url ?? ''}).`,
    ],
  },
  {
    id: 'above-the-limit',
    question: 'Has anything been found above a limit?',
    answer: [
      `Yes. ${SOURCE}’s report counts 22 products above EFSA’s limit for BPA, at 450% to 32,500% of it, as rounded there. The top of that range is one sample of [Boba Guys Black Tea Pearls](${href('/plasticlist/:originalId', { originalId: '93' })}): 32,571% for an adult of ${weightInPounds(adult.weightKg)}. We show the mean of its three samples: 68,038% for a child of ${weightInPounds(child.weightKg)}, with which the report opens, and [13,608% for an adult](${href('/plasticlist/:originalId', { originalId: '93' })}?weight=adult).`,
      'After those samples were bought, the supplier removed a source of the contamination, which is why we don’t rate the product. Publishing a figure can change what is in the next package.',
    ],
  },
  {
    id: 'how-much-lots-differ',
    question: 'How much do samples of one product differ?',
    answer: [
      `A lot. According to ${SOURCE}’s report, any two samples of a product differ by 59% on average, and two from the same lot still differ by 33%. So 59% is the mean difference between samples, not the most that lots can differ. This is why one sample is not enough, and why three are no guarantee for the next package.`,
    ],
  },
  {
    id: 'fda',
    question: 'Does the FDA allow 100 times as much?',
    answer: [
      'You may read that the U.S. Food and Drug Administration allows 100 times higher levels. We have not found an FDA document that says so, or what it would be 100 times higher than, so we leave that figure out. We do compare EFSA’s limits with the EPA’s reference doses, because each of those is in a document that you can look up.',
      `Both lists, with their sources: [every limit in use](${href('/risk-methodology')}?view=technical#limits).`,
    ],
  },
  {
    id: 'what-is-known-of-harm',
    question: 'What is known about harm?',
    answer: [
      'It differs from chemical to chemical. EFSA’s limit for phthalates is based on studies in which they lowered testosterone in rats before birth. Much less is known about some substitutes. Click the name of a chemical in a “Plastic Chemical Facts” table to read about its health effects, sources, and regulations, each with two or more citations.',
    ],
  },
];
