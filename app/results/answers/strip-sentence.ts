import { countedText, mostText } from './answer.ts';
import { limitsText } from './limit-words.ts';
import { ofLimit, spanOfLimit } from './percent-text.ts';
import { chemicalOf } from '#app/toxicology/chemicals.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { ownSubstance, sumLimit } from '#app/toxicology/limit-verdicts.ts';
import { counted } from '#app/kit/text.ts';
import type { FamilyStrip, StripMark } from './strip-of.ts';

/**
 * What a strip shows, for those who don't see it: `Phthalates in 3 samples: found in 1, 3.5% of the
 * European limit; none found in 2, at most 1.2% of the European limit; within every limit.`
 */
export function stripSentence(strip: FamilyStrip): string {
  const { name } = familyOf(strip.family);
  if (strip.marks.length === 0) return `${name}: no sample was tested.`;
  const parts = [...amounts(strip), ...standings(strip)];
  return `${name} in ${counted(strip.marks.length, 'sample')}: ${parts.join('; ')}.`;
}

/** How much was found, and where none was, how much there could be. */
function amounts({ family, marks }: FamilyStrip): string[] {
  const { whoseLimit } = familyOf(family);
  const percent = (ngPerKgDay: number) =>
    (ngPerKgDay / (sumLimit(family, 'EFSA')?.limitNgPerKgDay ?? 0)) * 100;
  const of = (kind: StripMark['kind']) => marks.filter((mark) => mark.kind === kind);
  const [found, none, atLeast, unseen] = [of('found'), of('none'), of('at_least'), of('unseen')];
  const least = (those: readonly StripMark[]) =>
    percent(Math.min(...those.map(({ lower }) => lower)));
  const most = percent(Math.max(...found.map(({ lower }) => lower)));
  const atMost = (those: readonly StripMark[]) =>
    mostText(percent(Math.max(...those.map(({ upper }) => upper ?? 0))), whoseLimit);
  const more = atMost(found) === mostText(most, whoseLimit) ? '' : `, ${atMost(found)}`;
  const texts: [readonly StripMark[], () => string][] = [
    [found, () => `found in ${found.length}, ${spanOf(least(found), most, whoseLimit)}${more}`],
    [atLeast, () => `in ${atLeast.length} at least ${ofLimit(least(atLeast), whoseLimit)}`],
    [none, () => `none found in ${none.length}, ${atMost(none)}`],
    [unseen, () => `none found in ${unseen.length}, and how much there may be is not known`],
  ];
  return texts.flatMap(([those, text]) => (those.length > 0 ? text() : []));
}

/** `0.13% to 1% of the European limit`, `29 to 36 times the European limit`. */
function spanOf(from: number, to: number, whose: string): string {
  return `${spanOfLimit(from, to, whose)}${to < 100 ? ` of ${whose} limit` : ''}`;
}

/** How many stand so under the limits; one text for those that stand alike. */
function standings({ family, marks }: FamilyStrip): string[] {
  const texts = marks.flatMap((mark) => standingText(mark, ownSubstance(family)) ?? []);
  return [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) =>
    length === marks.length ? text : `${length} ${text}`,
  );
}

function standingText(
  { standing, above = [], counted: others = [] }: StripMark,
  own: ReturnType<typeof ownSubstance>,
): string | null {
  if (standing === null) return null;
  if (standing === 'within') return 'within every limit';
  if (standing === 'open') return 'not known to be within every limit';
  const of = own ? ` for ${chemicalOf(own).abbreviation}` : '';
  return `above ${limitsText(above)}${of}${standing === 'above' ? '' : countedText(others)}`;
}
