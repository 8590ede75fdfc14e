import { capitalized, grouped, spelled } from '#app/kit/text.ts';
import { countedText } from '#app/results/answers/answer.ts';
import { inNamedOrder, limitPhrase } from '#app/results/answers/limit-words.ts';
import { allCounted, formatPercent, ofLimit } from '#app/results/answers/percent-text.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import { ownSubstance } from '#app/toxicology/limit-verdicts.ts';
import { metalText, whose } from '#app/toxicology/metals/sentences.ts';
import { totalOf } from '#app/toxicology/metals/verdicts.ts';
import { countingOf } from '#app/toxicology/potency.ts';
import type { DayEater } from './day-query.ts';
import type { DayItem } from './day-schema.ts';
import { formulaOf, type DayBlock, type DayPart, type DayVerdict } from './day-sum.ts';

/**
 * What a day comes to under each limit: of a family a sentence for each authority, of a metal one text.
 * `things` is how many are eaten, tested or not; `isLeftOut`: some are tested for it and not rated,
 * or of metals as received and not known as fed.
 */
export function daySentences(
  block: DayBlock,
  things: number,
  isLeftOut: boolean,
  { weightKg, groups }: DayEater,
): string[] {
  const { parts, verdicts, intakes, family } = block;
  const isOne = parts.length === 1;
  const [rated, fed] = family ? [' and rated', ''] : ['', ' and known as fed'];
  const tested = `${isOne ? 'is' : 'are'} tested${isLeftOut ? rated : ''} for ${block.name}${isLeftOut ? fed : ''}`;
  const all = things === 1 ? 'this one' : `these ${spelled(things)}`;
  const some = `${isOne ? 'only one' : spelled(parts.length)} of ${all} that ${tested}`;
  const named = isOne ? `${parts[0]!.item.name}, the ${some},` : `the ${some}`;
  const who = parts.length === things ? all : named;
  if (family) return inNamedOrder(verdicts).map((one) => verdictSentence(one, family, parts, who));
  const text = metalText(intakes, { grams: 1, weightKg, groups, whole: who });
  const ofSeveral = text
    .replaceAll('in the highest sample', 'with the highest sample of each')
    .replaceAll('this test can’t', 'these tests can’t');
  return [isOne ? text : ofSeveral];
}

/** What of several holds; of one `one_sample` is said in other words. */
const HOLDS = {
  every_sample: ', for certain',
  one_sample: ', in the samples tested, of some only one',
  average: '',
};

/** `The three of these five that are tested for phthalates add up to on average at most 31% of …`. */
function verdictSentence(
  one: DayVerdict,
  family: Family,
  parts: readonly DayPart[],
  who: string,
): string {
  const { verdict, percent, ownLowerPercent, highestPercent, counted, holds = 'average' } = one;
  const { lower, upper, upperOpen } = percent;
  const isOne = parts.length === 1;
  const average = parts.some(({ isMean }) => isMean) ? 'on average ' : '';
  const limit = limitPhrase(family, one);
  if (verdict === 'unseen') {
    const counts = one.alone ? '' : allCounted(upper, familyOf(family).whoseLimit);
    const most = upperOpen ? ' or more' : ` to ${dayShare(upper, 'ceil')}${counts}`;
    const span = dayShare(lower, 'floor') + most;
    const test = isOne && !average ? 'this test' : 'these tests';
    return `Whether ${who} ${isOne ? 'stays' : 'stay'} within ${limit}, ${test} can’t tell: ${average}${span}.`;
  }
  const isWithin = verdict === 'within';
  const figure = isWithin ? upper : verdict === 'above' ? ownLowerPercent : lower;
  const isExact = lower === upper && !upperOpen && figure === upper;
  const bound = isExact ? '' : isWithin ? 'at most ' : 'at least ';
  const much =
    `${average}${bound}${shareOfLimit(figure, limit, bound && (isWithin ? 'ceil' : 'floor'))}`.replace(
      'at most <',
      'less than',
    );
  const is = `${capitalized(who)} ${isOne ? 'comes to' : 'add up to'} ${much}`;
  if (!isWithin) return `${is}${countedText(verdict === 'above' ? [] : counted)}.`;
  const held = isOne && holds === 'one_sample' ? ', in the one sample tested' : HOLDS[holds];
  const highest = dayShare(highestPercent ?? upper, 'ceil');
  const each = isOne ? 'in the highest sample' : 'with the highest sample of each';
  return `${is}${held}${highest === dayShare(upper, 'ceil') ? '' : `; ${each}, ${highest}`}.`;
}

/** `78 g`; of formula `800 g as fed`. */
export function gramsText({ item, grams }: Pick<DayPart, 'item' | 'grams'>): string {
  const perG = formulaOf(item)?.asFedPerG;
  return perG ? `${grouped(grams * perG, 0)} g as fed` : `${grouped(grams, 2)} g`;
}

/** What the parts of a block are shares of: `FDA’s daily amount of lead for children`. */
export function whoseLimitText({ family, limit }: DayBlock): string {
  if (limit) return whose(limit);
  return family ? limitPhrase(family, { authority: 'EFSA', alone: null }) : '';
}

/** `, all counted as BPA` of a family’s sums in which something else was measured in one of these. */
export function countedAs(family: Family | null, items: readonly DayItem[]): string {
  const own = family && ownSubstance(family);
  if (!own) return '';
  const others = countingOf(family).filter((key) => key !== own);
  const isOther = items.some(({ amounts }) =>
    others.some((key) => (amounts[key]?.lowerNgG ?? 0) > 0),
  );
  return isOther ? allCounted(100, familyOf(family).whoseLimit) : '';
}

/** `31% of the European limit`, `14 times the European limit`. */
export function shareOfLimit(percent: number, limit: string, end: End = ''): string {
  return `${dayShare(percent, end)}${percent < 200 ? ' of' : ''} ${limit}`;
}

/** Which end of what is known: the least is never rounded up, the most never down; of neither the nearest. */
type End = 'floor' | 'ceil' | '';

/** `31%`, `140%`, `14 times`, to two digits, from 100% on three; never rounded to the limit or past it. */
function dayShare(percent: number, end: End = ''): string {
  if (percent < 0.01) return formatPercent(percent);
  const power = Math.floor(Math.log10(percent)) - (percent >= 100 && percent < 200 ? 2 : 1);
  // A power of ten that divides exactly.
  const [times, parts] = [10 ** Math.max(power, 0), 10 ** Math.max(-power, 0)];
  const units = Number(((percent / times) * parts).toPrecision(12));
  const shown = (Math[end || 'round'](units) * times) / parts;
  if (percent < 100 && shown >= 100) return 'just under 100%';
  if (percent > 100 && shown <= 100) return 'just over 100%';
  return percent < 200 ? `${grouped(shown)}%` : ofLimit(shown, '').replace(/ +limit$/, '');
}

/** Some of a part, from all of it to none: `on average 12% to 20%`, `none measured, at most 3%`. */
export function partText(
  { lower, upper, isMean, item: { amounts } }: DayPart,
  { percentOf, limit }: DayBlock,
  share = 1,
  say = dayShare,
): string {
  const [least, most] = [lower, upper ?? Infinity].map((ng) => percentOf(ng * share));
  const average = isMean ? 'on average ' : '';
  if (most === Infinity)
    return lower > 0 ? `${average}at least ${say(least!, 'floor')}` : 'any amount';
  if (least === most) return average + say(most!);
  // A total says how much there is of the part that is limited at most, though some was measured.
  const isTotal = limit && !amounts[limit.form] && amounts[totalOf(limit.form)]!.lowerNgG > 0;
  const none = `${isTotal ? 'measured as total only' : 'none measured'}, ${average}at most `;
  const from = lower > 0 ? `${average}${dayShare(least!, 'floor')} to ` : none;
  return (from + say(most!, 'ceil')).replace('at most <', 'less than');
}
