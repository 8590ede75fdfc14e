import * as facts from '#app/kit/facts.ts';
import { RETENTION } from '#app/kit/retention.ts';
import { formatCents, FULL_FUNDING_CENTS, LEVEL_CENTS, LEVELS } from '#app/kit/money.ts';
import * as policies from '#app/kit/policies.ts';
import { capitalized, grouped, spelled } from '#app/kit/text.ts';
import { site } from '#app/site.ts';
import {
  babyWeightKg,
  babyServings,
  bodyWeights,
  efsaToddler,
  firstWeeks,
  weightInPounds,
} from '#app/toxicology/body-weights.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import { families, familyOf } from '#app/toxicology/families.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import { metalLimitLines } from '#app/toxicology/metals/limit-words.ts';
import { bisphenolsNotRatedProductIds } from '#app/toxicology/product-figures.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { FEWEST_SAMPLES, TIMES_APART, usualUncertainty } from '#app/toxicology/which-is-lower.ts';

const [child, adult] = bodyWeights;
const bpa = limitFor('bpa', 'EFSA');
const bpaNgPerKgDay = bpa?.limitNgPerKgDay ?? NaN;
/** EFSA's temporary limit for BPA of 2015: 4 µg per kg of body weight a day. */
const BPA_2015_NG_PER_KG_DAY = 4_000;

/** What a text in `content/` may name as `{name}`: a number, a sentence, or Markdown. */
export const RECORDS = {
  siteName: site.name,
  source: site.resultsSource.name,
  sourceUrl: site.resultsSource.url,

  levelPrice: formatCents(LEVEL_CENTS),
  fullPrice: formatCents(FULL_FUNDING_CENTS),
  usualLabPrice: formatCents(facts.USUAL_LAB_CENTS),
  levels: LEVELS,
  levelsInWords: spelled(LEVELS),
  samples: facts.SAMPLES,
  samplesAtStart: capitalized(facts.SAMPLES),
  goal: facts.GOAL,
  leastGiven: facts.LEAST_GIVEN,
  refundDays: facts.REFUND_DAYS,
  refundWarningDays: facts.REFUND_WARNING_DAYS,
  refundDecisionDays: facts.REFUND_DECISION_DAYS,
  moveAskDays: facts.MOVE_ASK_DAYS,
  contributorAge: facts.CONTRIBUTOR_AGE_YEARS,
  correctionShownDays: facts.CORRECTION_SHOWN_DAYS,
  resultsWithin: facts.RESULTS_WITHIN,
  legalUpdated: facts.LEGAL_UPDATED,
  ...RETENTION,

  scope: policies.SCOPE,
  scopeInSentence: policies.SCOPE.charAt(0).toLowerCase() + policies.SCOPE.slice(1),
  manufacturerMoney: policies.MANUFACTURER_MONEY,
  directPurchase: policies.DIRECT_PURCHASE,
  leftPolicy: policies.LEFT_POLICY,

  testedChemicals: TESTED_CHEMICALS,
  familiesInWords: spelled(families.length),
  familyList: families.map(({ name, about }) => `- ${name}, ${about}.`).join('\n'),
  cantTell: facts.CANT_TELL,
  notTested: facts.NOT_TESTED,
  mediumFrom: `${levelCutOffs.mediumFromPercent}%`,
  highFrom: `${levelCutOffs.highFromPercent}%`,
  notRatedProducts: new Intl.ListFormat('en-US').format(
    bisphenolsNotRatedProductIds.map((id) => `[${id}](/plasticlist/${id})`),
  ),
  substitutesSum: familyOf('substitutes').sum,
  timesApart: TIMES_APART,
  fewestSamples: spelled(FEWEST_SAMPLES),
  uncertainty: `${usualUncertainty.percent}%`,
  uncertaintySource: `${usualUncertainty.authority}, ${usualUncertainty.citation.number}, ${usualUncertainty.year}`,

  leadLimits: metalLimitLines(['pb']),
  cadmiumLimits: metalLimitLines(['cd']),
  arsenicLimits: metalLimitLines(['as', 'ias']),
  mercuryLimits: metalLimitLines(['hg', 'mehg', 'inhg']),

  childWeight: weightInPounds(child.weightKg),
  childKg: child.weightKg,
  adultWeight: weightInPounds(adult.weightKg),
  babyWeight: weightInPounds(babyWeightKg),
  babyServings: spelled(babyServings),
  firstWeeks: `${firstWeeks.text} ([${firstWeeks.citation.number}](${firstWeeks.citation.url}))`,
  limitsNamed: limitsNamed(),
  toddlerWeight: weightInPounds(efsaToddler.weightKg),
  toddlerKg: efsaToddler.weightKg,
  toddlerMore: `${Math.round((child.weightKg / efsaToddler.weightKg - 1) * 100)}%`,
  toddlerSource: `[${efsaToddler.citation.number}](${efsaToddler.citation.url})`,
  bpaLimit: bpaNgPerKgDay,
  bpaLimitOf2015: grouped(BPA_2015_NG_PER_KG_DAY),
  bpaFold: grouped(BPA_2015_NG_PER_KG_DAY / bpaNgPerKgDay),
  bpaUrl: bpa?.citation.url ?? '',
  bpaOfChild: grouped(bpaNgPerKgDay * child.weightKg),
};
