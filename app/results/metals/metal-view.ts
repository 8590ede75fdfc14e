import { capitalized, counted } from '#app/kit/text.ts';
import { personText, servingsText } from '#app/results/answers/eater.ts';
import { placeOnStrip, type StripMark } from '#app/results/answers/strip-of.ts';
import { areServingsRefused, readViewpoint, refusedTexts } from '#app/results/answers/viewpoint.ts';
import { babyWeightKg, bodyWeights } from '#app/toxicology/body-weights.ts';
import { formNames } from '#app/toxicology/metals/metal-limit.ts';
import { limitNgG, type Portion } from '#app/toxicology/metals/portion.ts';
import { countsTexts, metalTexts, type MetalTexts } from '#app/toxicology/metals/sentences.ts';
import {
  intakeVerdicts,
  isGreen,
  type ByForm,
  type IntakeVerdict,
} from '#app/toxicology/metals/verdicts.ts';
import type { MetalReport } from './metal-results.server.ts';

const [child, adult] = bodyWeights;
const WOMAN = 'Woman of childbearing age';

/** Whom a report can be read for, as `weight` of its address names them; others have no limit by person. */
const eaters: ({ key: string; label: string } & Pick<Portion, 'weightKg' | 'groups'>)[] = [
  { key: 'child', label: 'Child', weightKg: child.weightKg, groups: ['child'] },
  { key: 'adult', label: 'Adult', weightKg: adult.weightKg, groups: ['adult'] },
  { key: 'woman', label: WOMAN, weightKg: adult.weightKg, groups: ['woman', 'adult'] },
  { key: 'baby', label: 'Baby', weightKg: babyWeightKg, groups: ['child'] },
];

const NOT_HELD =
  ' FDA’s daily amounts of lead are for children and women of childbearing age, and EFSA’s reference points for lead for children and adults: they are not held against a weight of your own.';

/** A report as it is read for whom the address asks for, or for whom it was published. */
export function metalView(report: MetalReport, params: URLSearchParams) {
  const { key, ...portion } = portionOf(report.portion, params);
  const { weightKg, times = 1, per = 'day', whole } = portion;
  const person =
    key === 'woman' ? `a woman of ${personText(weightKg).split(' of ')[1]}` : personText(weightKg);
  const eaten = servingsText(times, portion.grams ?? 0).replace('a day', `a ${per}`);
  const { samples, samples_not_used: unused = [], limits } = report;
  const all = [...samples, ...unused];
  const said = metalTexts({ ...report, portion });
  const isOwn = key === undefined;
  const verdicts = said.flatMap((one) => one.verdicts.map(({ verdict }) => verdict));
  return {
    whom: `For ${person}, ${whole ? `a day of ${whole}` : eaten}.${isOwn && report.amounts.pb ? NOT_HELD : ''}`,
    refused: refusedTexts(params, key === 'woman'),
    chosen: key,
    /** A day, or a week; null where all that is eaten in a day is known. */
    servings: whole ? null : times,
    eaters,
    advice: adviceOf(verdicts, whole !== undefined, report.aboveFood.length > 0, isOwn),
    /** What the laboratory reported by form, sample by sample, and the limit that was registered. */
    rows: (['pb', 'cd', 'as', 'ias', 'hg'] as const)
      .filter((form) => all.some(({ reported }) => reported[form] !== undefined))
      .map((form) => ({
        name: capitalized(formNames[form]),
        cells: [...all.map(({ reported }) => reported[form] ?? 'not tested'), limits[form] ?? '–'],
      })),
    said: said.map((one) => ({
      ...one,
      counts: countsTexts(one.verdicts, portion),
      strip: stripOf(one, report, portion),
    })),
  };
}

/** What to do, by the gravest verdict. */
function adviceOf(
  verdicts: readonly IntakeVerdict['verdict'][],
  isFormula: boolean,
  isAboveFood: boolean,
  isOwn: boolean,
): string {
  if (verdicts.includes('no'))
    return isFormula
      ? 'Some of it is above a limit. Ask a pediatrician before you change what a baby drinks.'
      : 'Eat less of it, or less often: how many stay within each limit is said above.';
  if (isAboveFood)
    return 'It was measured above a limit for such food, as is said above. By how much of it is eaten, it is not known to be above a limit.';
  if (isOwn) return 'It is not known to be above a limit that can be held against a weight alone.';
  return verdicts.includes('cannot tell')
    ? 'Nothing here is known to be above a limit. What this test can’t tell, only a test that sees less can.'
    : 'Nothing here is above a limit.';
}

/** Of somebody of another weight nobody knows whom a limit by person is for. */
function portionOf(usual: Portion, params: URLSearchParams): Portion & { key: string | undefined } {
  const asked = readViewpoint(params, { weightKg: usual.weightKg, servings: 1 });
  const { key, weightKg, groups } =
    eaters.find((one) => one.key === params.get('weight')) ??
    eaters.find((one) => one.weightKg === asked.weightKg) ??
    ({ weightKg: asked.weightKg, groups: [], key: undefined } as const);
  const isCounted = params.has('servings') && !areServingsRefused(params) && !usual.whole;
  return { ...usual, weightKg, groups, times: isCounted ? asked.servings : 1, key };
}

/** Each sample's amount on the axis of the metal's limits, in their unit. */
function stripOf(
  { metal, verdicts }: Pick<MetalTexts, 'metal' | 'verdicts'>,
  { amounts, samples }: MetalReport,
  portion: Portion,
) {
  const form = metal === 'as' && amounts.ias ? 'ias' : metal;
  const held = verdicts.flatMap(({ limit }) => (limit.kind === 'margin' ? [] : limit));
  const [first] = held;
  const wholeNgG = first && limitNgG(first, portion);
  if (!first || !wholeNgG) return null;
  const inUnit = (ngG: number) => (ngG / wholeNgG) * first.ng;
  const measured = samples.filter(({ ranges }) => ranges[form]);
  const texts = measured.map(({ reported }) => reported[form]);
  const name = capitalized(formNames[form]);
  return {
    family: metal,
    title: `${name}, ${first.kind === 'by person' ? 'a' : 'per kg of body weight and'} ${first.per}`,
    label: `${name} in ${counted(texts.length, 'sample')}, µg/kg: ${texts.join(', ')}.`,
    marks: measured.map(({ ranges }): StripMark => {
      const { lowerNgG, upperNgG } = ranges[form]!; // as filtered
      const own = intakeVerdicts(ranges, portion);
      return {
        kind: MARKS[Number(lowerNgG > 0)]![Number(upperNgG === null)]!,
        lower: inUnit(lowerNgG),
        upper: upperNgG === null ? null : inUnit(upperNgG),
        standing: standingOf(
          own.filter(({ limit }) => held.includes(limit)),
          isGreen(metal, own),
        ),
      };
    }),
    lines: held
      .toSorted((a, b) => a.ng - b.ng)
      .map(({ authority, form: of, ng }) => ({
        name: PARTS[of] ?? authority,
        year: `${ng / 1000} µg`,
        at: placeOnStrip(metal, ng).at,
      })),
  };
}

/** By whether some was found, and whether nobody knows the most. */
const MARKS = [
  ['none', 'unseen'],
  ['found', 'at_least'],
] as const;
/** What two limits of one authority are told apart by. */
const PARTS: ByForm<string> = { mehg: 'methyl', inhg: 'inorganic' };

/** Red is above every limit drawn, and green what is green in words. */
function standingOf(held: readonly IntakeVerdict[], green: boolean): StripMark['standing'] {
  if (green) return 'within';
  if (held.every(({ verdict }) => verdict === 'no')) return 'above';
  return held.some(({ verdict }) => verdict === 'no') ? 'above_if_counted' : 'open';
}
