import { dayText } from '#app/kit/day-text.ts';
import { capitalized, grouped, spelled } from '#app/kit/text.ts';
import { babyWeightKg } from '#app/toxicology/body-weights.ts';
import type { Measurement } from '#app/toxicology/measurement.ts';
import { twoDigits } from '#app/toxicology/servings.ts';
import { amountsOf, rangesOf } from './amounts.ts';
import { noFoodLimits } from './food-limits.ts';
import { formNames, groupNames } from './metal-limit.ts';
import type { FoodMetalLimit, IntakeMetalLimit, MetalForm } from './metal-limit.ts';
import { servingsIn, unsaidOf, type Portion } from './portion.ts';
import {
  foodVerdicts,
  intakeVerdicts,
  isGreen,
  measuring,
  partsIn,
  seenLimits,
} from './verdicts.ts';
import type { ByForm, FoodVerdict, IntakeVerdict, MetalAmount, SeenLimit } from './verdicts.ts';

/** Said wherever lead is within a limit. */
export const NO_SAFE_LEAD = 'For lead no authority calls any amount safe.';

/** `lead, cadmium, and mercury`. */
export function series(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names);
}

/**
 * Of lead, cadmium, arsenic, mercury what limits of intake say, and whether in green, which a sample above
 * a limit of its food forbids; none of an unknown portion.
 */
export function metalTexts({
  amounts,
  portion,
  byFood = [],
}: {
  amounts: ByForm<MetalAmount>;
  portion: Portion;
  byFood?: readonly FoodVerdict[];
}) {
  if (unsaidOf(portion)) return [];
  const all = intakeVerdicts(amounts, portion);
  return (['pb', 'cd', 'as', 'hg'] as const).map((metal) => {
    const verdicts = all.filter(({ limit }) => measuring(limit.form).includes(metal));
    const said = metalText(verdicts, portion) || `${capitalized(formNames[metal])} has no result.`;
    const few = (metal === 'as' ? (['as', 'ias'] as const) : [metal])
      .map((form) => fewText(form, amounts[form]))
      .filter(Boolean);
    const text = [said, ...few].join(' ');
    const isAboveFood = byFood.some(
      ({ limit, each }) => measuring(limit.form).includes(metal) && each.includes('no'),
    );
    const isGood = few.length === 0 && !isAboveFood && isGreen(metal, verdicts);
    return { metal, text, few, verdicts, isGreen: isGood };
  });
}

/** `Only one of three samples has a result for lead.`; empty where all have one. */
function fewText(form: MetalForm, { samples = 0, of = samples }: Partial<MetalAmount> = {}) {
  if (samples === of) return '';
  const have = samples === 1 ? 'has' : 'have';
  return `Only ${spelled(samples)} of ${spelled(of)} samples ${have} a result for ${formNames[form]}.`;
}

export type MetalTexts = ReturnType<typeof metalTexts>[number];

/** What samples come to in a portion, and what is said of it; last, where some are above a limit of their food. */
export function saidOf(
  measured: readonly ByForm<Measurement>[],
  portion: Portion,
  foodClass?: string | null,
) {
  const [amounts, food] = [amountsOf(measured), foodClass ?? ''];
  const byFood = foodVerdicts(measured.map(rangesOf), food);
  const aboveFood = byFood.flatMap(aboveFoodText);
  return {
    amounts,
    portion,
    verdicts: intakeVerdicts(amounts, portion),
    byFood,
    sentence: [intakeText(amounts, portion), ...aboveFood].join(' '),
    aboveFood,
    /** Of each limit by food, and of authorities that have none. */
    foodTexts: [...byFood.map(foodText), ...noLimitTexts(food)],
  };
}

/** What limits of intake say, or why nothing can be said. */
function intakeText(amounts: ByForm<MetalAmount>, portion: Portion): string {
  const unsaid = unsaidOf(portion);
  if (unsaid)
    return `What that comes to can’t be said, because nobody has said how much ${unsaid}.`;
  return metalTexts({ amounts, portion })
    .map(({ text }) => text)
    .join(' ');
}

/**
 * What the limits of one substance say of what one eats, and of one alone how much of it
 * stays within: `Up to two servings a day stay within it`.
 */
export function metalText(verdicts: readonly IntakeVerdict[], portion: Portion): string {
  const held = verdicts.filter(({ limit }) => limit.kind !== 'margin');
  const margins = verdicts.filter((one) => !held.includes(one));
  const subjects = Map.groupBy(held, ({ limit }) => subjectText(limit, portion));
  const isWithin = verdicts.some(({ limit, verdict }) => limit.form === 'pb' && verdict === 'yes');
  return [
    ...[...subjects].flatMap(([subject, all]) => claimTexts(subject, all)),
    held.length === 1 && !portion.whole && countsText(held[0]!, portion),
    marginsText(margins, portion),
    isWithin && NO_SAFE_LEAD,
  ]
    .filter(Boolean)
    .join(' ');
}

/** `FDA’s action level for lead in … (10 µg/kg, not binding): measured above in one of three samples.` */
export function foodText({ limit, each }: FoodVerdict): string {
  const words = { no: 'measured above', yes: 'met', 'cannot tell': 'this test can’t tell' };
  const said = (['no', 'yes', 'cannot tell'] as const).flatMap((verdict) =>
    each.includes(verdict) ? `${words[verdict]}${inSamples(each, verdict)}` : [],
  );
  return `${capitalized(foodLimitText(limit))}: ${said.join('; ')}.`;
}

/** `Measured above FDA’s action level for lead in … (10 µg/kg, not binding) in one of three samples.` */
function aboveFoodText({ limit, each }: FoodVerdict): string[] {
  if (!each.includes('no')) return [];
  return [`Measured above ${foodLimitText(limit)}${inSamples(each, 'no')}.`];
}

/** `FDA’s action level for lead in dry infant cereal (20 µg/kg, not binding)`. */
export function foodLimitText(limit: FoodMetalLimit): string {
  const binding = limit.status === 'guidance' ? ', not binding' : '';
  return `${whose(limit)} in ${limit.food} (${grouped(limit.ngG)} µg/kg${binding})`;
}

function inSamples(each: FoodVerdict['each'], verdict: FoodVerdict['each'][number]): string {
  if (each.length === 1) return '';
  const count = each.filter((one) => one === verdict).length;
  return ` in ${spelled(count)} of ${spelled(each.length)} samples`;
}

/** `Lead: FDA, EFSA, EPA, California: none for puffs (looked at on November 29, 2026).` */
export function noLimitTexts(food: string): string[] {
  return noFoodLimits
    .filter(({ foods }) => foods.includes(food))
    .map(({ authorities, forms, reason, seenOn }) => {
      const what = reason ? `can’t be compared, because ${reason}` : `none for ${food}`;
      const names = capitalized(series(forms.map((form) => formNames[form])));
      return `${names}: ${authorities.join(', ')}: ${what} (looked at on ${dayText(seenOn)}).`;
    });
}

/**
 * What a test can see by its limits of quantification, ng/g as received, or must see where none is
 * stated yet, in lines with a name each; and in one text what it must see and can’t.
 */
export function seenBy(loqsNgG: ByForm<number>, portion: Portion) {
  const { grams, per = 'day', weightKg, whole } = portion;
  const all = seenLimits(loqsNgG, portion);
  const isStated = Object.keys(loqsNgG).length > 0;
  const named = Map.groupBy(all, ({ limit, isSeen }) => {
    if (isStated) return isSeen ? 'Can see' : 'Can’t see';
    return limit.question === 'must' ? 'Must see' : 'Good to see';
  });
  const textOf = (some: SeenLimit[]) => some.map(needsText).join('; ');
  const much = whole ? `a day of ${whole}` : `one serving (${grams} g) a ${per}`;
  const unknown = unsaidOf(portion);
  const lines: [name: string, text: string][] = unknown
    ? [['Can see', `can’t be said, because nobody has said how much ${unknown}`]]
    : [
        [
          'Asked about',
          `${much}, for a ${weightKg === babyWeightKg ? 'baby' : 'child'} of ${weightKg} kg`,
        ],
      ];
  if (!unknown) for (const [name, some] of named) lines.push([name, textOf(some)]);
  const isUnseen = ({ limit, isSeen }: SeenLimit) => limit.question === 'must' && isSeen === false;
  return { lines, unseen: textOf(all.filter(isUnseen)) };
}

/** `FDA’s daily amount of lead for children (needs 20 µg/kg, has 2)`; what it needs is rounded down. */
function needsText({ limit, neededNgG, loqNgG, isOwn, isSeen }: SeenLimit): string {
  const rounded = roundedDown(neededNgG ?? 0);
  const least = grouped(isSeen ? Math.max(rounded, loqNgG) : rounded, 9);
  const total = isOwn ? '' : ' by the total, which never shows that it is above';
  const has = loqNgG === Infinity ? '' : `, has ${grouped(loqNgG, 9)}${total}`;
  return `${whose(limit)} (needs ${least} µg/kg${has})`;
}

/** To three digits. */
export function roundedDown(ngG: number): number {
  const unit = 10 ** (Math.floor(Math.log10(ngG)) - 2);
  return Math.floor(Number((ngG / unit).toPrecision(12))) * unit;
}

function claimTexts(subject: string, all: readonly IntakeVerdict[]): string[] {
  const are = subject.startsWith('One ') ? 'is' : 'are';
  const claims = all
    .filter(({ verdict }) => verdict !== 'cannot tell')
    .map((one) => {
      const stands = one.verdict === 'yes' ? 'within' : 'above';
      return `${stands} ${whose(one.limit)} (${shareText(one)})`;
    });
  const whether = `Whether ${subject.charAt(0).toLowerCase()}${subject.slice(1)} ${are} within`;
  const untold = all
    .filter(({ verdict }) => verdict === 'cannot tell')
    .map((one) => `${whether} ${whose(one.limit)}, this test can’t tell (${shareText(one)}).`);
  return claims.length > 0 ? [`${subject} ${are} ${series(claims)}.`, ...untold] : untold;
}

/** `One serving a day`, `Seven servings a week`; `Seven days of formula (800 g as fed)`. */
function subjectText(limit: IntakeMetalLimit, portion: Portion): string {
  const { count } = servingsIn(limit, portion);
  const [what, of] = portion.whole ? ['day', `of ${portion.whole}`] : ['serving', `a ${limit.per}`];
  return `${capitalized(spelled(count))} ${what}${count === 1 ? '' : 's'} ${of}`;
}

/** `FDA’s daily amount of lead for children`. */
export function whose(limit: IntakeMetalLimit | FoodMetalLimit): string {
  const who = limit.authority === 'EU' ? 'the EU’s' : `${limit.authority}’s`;
  const group = 'group' in limit && limit.group ? ` for ${groupNames[limit.group]}` : '';
  return `${who} ${limit.name} ${formNames[limit.form]}${group}`;
}

function shareText({ verdict, lower, upper, highestUpper }: IntakeVerdict): string {
  if (upper === null || highestUpper === null) return `${percentText(lower)} or more`;
  const [least, most, highest] = [lower, upper, highestUpper].map(percentText);
  const from = lower === 0 && verdict === 'yes' ? 'at most ' : `${least} to `;
  const more = most === highest ? '' : `, up to ${highest} in the highest sample`;
  return `${least === most ? '' : from}${most}${more}`;
}

/** Two digits, three from 100 on; never across 100%. */
function percentText(part: number): string {
  const percent = Number((part * 100).toPrecision(12));
  const rounded = Number(percent.toPrecision(percent < 100 ? 2 : 3));
  if (percent > 0 && percent < 0.01) return 'less than 0.01%';
  if (rounded !== 100 || percent === 100) return `${grouped(rounded)}%`;
  return `just ${percent < 100 ? 'under' : 'over'} 100%`;
}

/** Of each limit that is no margin: `FDA’s daily amount of lead for children: up to six servings a day stay within it; …` */
export function countsTexts(verdicts: readonly IntakeVerdict[], portion: Portion): string[] {
  return verdicts
    .filter(({ limit }) => limit.kind !== 'margin' && !portion.whole)
    .map((one) => {
      const said = countsSaid(one, portion, 0).join('; ');
      return `${whose(one.limit)}: ${said || 'this test can’t tell how many stay within it'}.`;
    });
}

/** `Up to two servings a day stay within it; four or more are above it.` */
function countsText(one: IntakeVerdict, portion: Portion): string {
  const said = countsSaid(one, portion, servingsIn(one.limit, portion).times);
  return said.length > 0 ? `${capitalized(said.join('; '))}.` : '';
}

/** From how many on they are above it is left out up to `eaten`: that it is above is said already. */
function countsSaid(one: IntakeVerdict, portion: Portion, eaten: number) {
  const { unit } = servingsIn(one.limit, portion);
  const count = twoDigits(one.within ?? 0);
  const from = one.aboveFrom !== null && one.aboveFrom > eaten ? spelled(one.aboveFrom) : null;
  return [
    one.highestUpper === 0 && `at the 0 that was reported, any number of servings stays within it`,
    count === 1 && `one serving a ${unit} stays within it`,
    count > 1 && `up to ${spelled(count)} servings a ${unit} stay within it`,
    from && `${from} or more a ${unit} are above it`,
  ].filter((text) => text !== false && text !== null);
}

/** `EFSA names no tolerable amount; this serving is one twenty-first of the dose at which …`. */
function marginsText(margins: readonly IntakeVerdict[], portion: Portion): string {
  const [first] = margins;
  if (!first) return '';
  const texts = margins.map((one) => marginText(one, portion));
  return `${first.limit.authority} names no tolerable amount; ${texts.join('; ')}.`;
}

function marginText({ limit, verdict, lower, highestUpper }: IntakeVerdict, portion: Portion) {
  const { count } = servingsIn(limit, portion);
  const what = portion.whole || count > 1 ? 'a day of it' : 'this serving';
  const dose = `the dose at which ${limit.effect}`;
  const isExact = lower === highestUpper;
  const parts = twoDigits(Math.min(partsIn(highestUpper ?? 1), 9900));
  const margin = isExact ? `is ${Math.floor(100 / lower) / 100}` : 'is below 1';
  const atMost = isExact && parts >= 10 && parts < 100 ? '' : 'at most ';
  return {
    no: `${what} is more than ${dose}: the margin of exposure ${margin}, so a risk can’t be excluded`,
    'cannot tell': `whether ${what} is below ${dose}, this test can’t tell`,
    yes: `${what} is ${parts === 1 ? 'at most' : `${atMost}one ${fraction(parts)} of`} ${dose}`,
  }[verdict];
}

const SMALL =
  'half third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** `twenty-first`, of 21. */
function fraction(parts: number): string {
  if (parts >= 100) return `${grouped(parts)}th`;
  if (parts < 20) return SMALL[parts - 2] ?? 'whole';
  const [ten, one] = [TENS[Math.floor(parts / 10) - 2]!, parts % 10];
  const ones = ['', 'first', 'second'][one] ?? SMALL[one - 2];
  return ones ? `${ten}-${ones}` : ten.replace(/y$/, 'ieth');
}
