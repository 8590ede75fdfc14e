import { capitalized, grouped, listed } from '#app/kit/text.ts';
import { mostOf, type Bounds } from '#app/toxicology/bounds.ts';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { limitFor, type Authority } from '#app/toxicology/limits.ts';
import { countingOf } from '#app/toxicology/potency.ts';
import { highestLevel, riskLevel, type RiskLevel } from '#app/toxicology/risk-level.ts';
import { servingsADay } from '#app/toxicology/servings.ts';
import type { SampleFigures } from '#app/toxicology/sample-levels.ts';
import { answerOf, countedText, mostText, nameOf, noneFound } from './answer.ts';
import { averageMost, highestSample, inNamedOrder, limitPhrase } from './limit-words.ts';
import { allCounted, formatPercent, ofLimit, roughPercent, spanOfLimit } from './percent-text.ts';
import { ratedFigure, type ChemicalShare, type ReportTile } from './report-cards.ts';

/** What heads a tile, and the percent that it is of; null where there is none, or none to be shown. */
export function headAnswer(tile: Omit<ReportTile, 'samples' | 'shares'>) {
  const rated = ratedFigure(tile);
  const percent = tile.percentStatus === 'no_limit_set' ? null : rated.percent;
  return { ...answerOf({ ...rated, percent }), word: answerOf(rated).word, percent };
}

/** What a tile of a report says of a family's rating, in the order in which it is read. */
export function tileAnswer(tile: ReportTile) {
  const { level } = tile;
  const { percent, ...answer } = headAnswer(tile);
  const whose = familyOf(tile.family).whoseLimit;
  const later = percent && disagreementText(tile.samples, whose);
  const isUnsure = percent !== null && answer.could !== null;
  return {
    ...answer,
    /** Why nobody can tell, in one line; null where the word stands. */
    reason: isUnsure ? reasonOf(percent, tile) : null,
    /** In small print below a reason: `Best estimate: Low, 0.9%.` Null of nothing found, too. */
    bestEstimate:
      isUnsure && percent.estimate > 0
        ? `Best estimate: ${level}, ${roughPercent(percent.estimate)}.`
        : null,
    ...samplesText(percent ? tile.samples : [], percent, tile),
    /** What the figure could be, by what could not be detected. */
    bounds: percent && boundsText(percent, tile.samples, whose),
    /** The bounds are of different levels, or on different sides of the limit. */
    doBoundsMatter: percent !== null && doBoundsMatter(percent, level),
    /** What else a reader must know, in full sentences. */
    remarks: [
      caveatOf(tile),
      tile.percent?.estimate === 0 ? besideText(tile) : null,
      isUnsure ? null : aboveRangeText(tile),
      percent && !isUnsure ? untestedText(tile) : null,
      percent && madeOf(tile),
      later,
    ].filter((remark) => remark !== null),
    /** Which of these a brief tile leaves for those who look closer: its line of samples says it in figures. */
    later,
  };
}

function reasonOf(percent: Bounds, tile: ReportTile): string {
  const { untested, aboveRange } = tile;
  const whose = familyOf(tile.family).whoseLimit;
  const most = ofLimit(percent.upper, whose) + allCounted(percent.upper, whose);
  if (untested.length > 0) {
    return `No sample was tested for ${listed(untested.map(nameOf))}`;
  }
  if (aboveRange.length > 0) return `There was ${moreThanMeasurable(aboveRange)}`;
  if (percent.upperOpen) return 'The laboratory did not say how little it can detect';
  if (percent.lower > 0) {
    return `Some was found, and what this test could have missed could bring it to ${most}`;
  }
  return `${noneText(tile)}; this test could have missed up to ${most}`;
}

/** Nothing of what counts; what was found beside it is named in a remark, or counts nothing. */
function noneText({ untested, own }: ReportTile): string {
  return untested.length > 0 ? 'None of the others found' : noneFound(own);
}

/**
 * What was measured in the samples, each alone: `Samples: 0.13% to 1%.`; and what is made of them:
 * `Average 0.52%.`
 */
function samplesText(samples: readonly SampleFigures[], average: Bounds | null, tile: ReportTile) {
  if (samples.length < 2 || !average) return { samples: null, average: null };
  const none = noneText(tile);
  const whose = familyOf(tile.family).whoseLimit;
  const percents = samples.flatMap(({ percent }) => percent ?? []);
  const found = percents.filter(({ lower }) => lower > 0).toSorted((a, b) => a.lower - b.lower);
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) {
    // Below a figure that reads “None found.”
    const not = none === 'None found' ? 'Not' : none;
    return { samples: `${not} in any of ${samples.length} samples.`, average: null };
  }
  const without = samples.length - found.length;
  const isOne = without === 0 && roughPercent(first.lower) === roughPercent(last.lower);
  const counted = last.lower < 100 ? '' : countedText(tile.own?.counted ?? []);
  const isAboveAll =
    average.estimate > last.lower && roughPercent(average.estimate) !== roughPercent(last.lower);
  // Beside samples that are all lower, an average is not left for later.
  const mean = isAboveAll ? ` ${averageText(average, whose)}` : '';
  if (isOne) {
    const all = `All ${samples.length} samples: ${ofLimit(last.lower, whose)}${counted}.`;
    return { samples: `${all}${mean}`, average: null };
  }
  const span = `${spanOfLimit(first.lower, last.lower, whose)}${last.upperOpen ? ' or more' : ''}`;
  const nothing = none === 'None found that counts' ? 'nothing that counts' : none.toLowerCase();
  const were = without > 0 ? `${nothing} in ${without}, ${span} in ${found.length}` : span;
  return {
    samples: `Samples: ${were}${counted}.${mean}`,
    average: mean ? null : averageText(average, whose),
  };
}

function averageText({ estimate, lower }: Bounds, whose: string): string {
  const mean = estimate < 100 ? roughPercent(estimate) : ofLimit(estimate, whose);
  const isHalved = roughPercent(estimate) !== roughPercent(lower);
  return `Average ${mean}${isHalved ? ', counting half of what is too little to measure' : ''}.`;
}

/** What bounds an average does not bound each sample: the highest is named where it had more. */
function boundsText(
  { lower, estimate, upper, upperOpen }: Bounds,
  samples: readonly SampleFigures[],
  whose: string,
): string {
  const [isMean, highest] = [samples.length > 1, highestSample(samples)];
  if (upperOpen) {
    const least = lower < estimate ? `At least ${ofLimit(lower, whose)}; the` : 'The';
    return `${least} most is not known.`;
  }
  if (lower === upper) return 'Every amount that counts was measured.';
  const [from, to] = [roughPercent(lower), roughPercent(upper)];
  if (from === to) return 'What is too little to measure makes no difference.';
  const span = `counting none or all of what is too little to measure: ${spanOfLimit(lower, upper, whose)}${allCounted(upper, whose)}`;
  return `${capitalized(`${isMean ? 'on average, ' : ''}${averageMost(span, upper, highest)}`)}.`;
}

function doBoundsMatter(percent: Bounds, level: RiskLevel): boolean {
  const isLimitBetween = percent.lower < 100 && mostOf(percent) >= 100;
  return isLimitBetween || riskLevel(percent.lower) !== level || highestLevel(percent) !== level;
}

/** Why a tile has no percent; null where it has one. */
function caveatOf({ family, percent, percentStatus, isNotRated }: ReportTile): string | null {
  if (percentStatus === 'no_results') return 'There are no test results.';
  if (percentStatus === 'no_limit_set') {
    return 'The EPA has reference doses for some of these chemicals alone, none for all together.';
  }
  if (percentStatus === 'serving_unknown') {
    return 'The serving size is not known, so there is no percentage.';
  }
  if (!isNotRated) return null;
  const [held, { whoseLimit: whose }] = [percent?.estimate ?? 0, familyOf(family)];
  return `Not rated: see the update. These samples came to ${ofLimit(held, whose)}${allCounted(held, whose)}.`;
}

/** Names what was found and counts toward nothing; first where nothing that counts was found. */
export function besideText(tile: ReportTile): string | null {
  const { family, percentStatus, isNotRated, shares } = tile;
  if (percentStatus !== 'ok' || isNotRated) return null;
  const weighed = countingOf(family);
  const found = foundOf(shares).filter((key) => !weighed.includes(key));
  if (found.length === 0) return null;
  return `${listed(found.map(nameOf))} ${found.length > 1 ? 'were' : 'was'} found, which count${found.length > 1 ? '' : 's'} toward no European limit here.`;
}

/**
 * By whose limit how many servings a day stay within it, whichever sample they are like, and from how
 * many on they are above it: on average, by the limit's own substance alone.
 */
export function servingsADayTexts({ family, verdicts, samples, servings }: ReportTile): string[] {
  return inNamedOrder(verdicts).map((one) => {
    const { authority, percent, ownLowerPercent: lower } = one;
    const theirs = samples.flatMap((sample) =>
      sample.verdicts.filter((of) => of.authority === authority),
    );
    const upper = Math.max(...[one, ...theirs].map((of) => mostOf(of.percent)));
    const bounds = { ...percent, lower, upper, upperOpen: upper === Infinity };
    const { within, aboveFrom } = servingsADay(bounds, servings);
    const many =
      within === 1
        ? 'One serving a day stays'
        : `Up to ${grouped(within ?? 0)} servings a day stay`;
    const stay = within ? many : `${upper > 0 ? 'Not one serving is' : 'All are'} known to stay`;
    const more =
      aboveFrom === 1
        ? 'one serving a day is'
        : `${grouped(aboveFrom ?? 0)} or more servings a day are`;
    const isSaid = aboveFrom !== null && aboveFrom <= MOST_SAID;
    const over = isSaid ? `; ${more} above it${samples.length > 1 ? ' on average' : ''}` : '';
    return `${stay} within ${limitPhrase(family, one)}${over}.`;
  });
}

/** More servings than these are nobody's day. */
const MOST_SAID = 1_000;

function foundOf(shares: readonly ChemicalShare[]): ChemicalKey[] {
  return shares.filter(({ meanNgG }) => meanNgG.lower > 0).map(({ chemical }) => chemical);
}

function aboveRangeText({ aboveRange }: ReportTile): string | null {
  if (aboveRange.length === 0) return null;
  return `There was ${moreThanMeasurable(aboveRange)}: the true figure is higher.`;
}

function untestedText({ untested }: ReportTile): string | null {
  if (untested.length === 0) return null;
  const were = untested.length > 1 ? 'were' : 'was';
  return `${listed(untested.map(nameOf))} ${were} not tested: the true figure may be higher.`;
}

function moreThanMeasurable(aboveRange: readonly ChemicalKey[]): string {
  return `more ${listed(aboveRange.map(nameOf))} than the laboratory could measure`;
}

/** Says so where none was found of the chemical that the limit was set for, but others were. */
function madeOf({ family, shares }: ReportTile): string | null {
  const weighed = countingOf(family);
  const found = foundOf(shares).filter((key) => weighed.includes(key));
  const owner = weighed.find((key) => limitFor(key, 'EFSA'));
  const isOwnerLookedFor = shares.some(({ chemical }) => chemical === owner);
  const isOthersOnly = found.length > 0 && found.every((key) => !limitFor(key, 'EFSA'));
  if (!owner || !isOwnerLookedFor || !isOthersOnly) return null;
  const [have, their, they] = found.length > 1 ? ['have', 'their', 'they'] : ['has', 'its', 'it'];
  return `No ${nameOf(owner)} found. This is ${listed(found.map(nameOf))}, which ${have} no limit of ${their} own; counted as if ${they} were ${nameOf(owner)}.`;
}

/** Begins the remark on samples of which one held more than another can have held. */
export const SAMPLES_DISAGREE = 'The samples disagree';

/**
 * Says that samples disagree, where they are of different levels: that they do only where one held
 * more than another can have held, whatever the test missed. Null where they agree.
 */
function disagreementText(
  samples: readonly Pick<SampleFigures, 'level' | 'percent'>[],
  whose?: string,
): string | null {
  if (new Set(samples.map(({ level }) => level)).size < 2) return null;
  const percents = samples.flatMap(({ percent }) => percent ?? []);
  const most = Math.max(...percents.map(({ lower }) => lower));
  const least = Math.min(...percents.map(mostOf));
  if (most > least) {
    return `${SAMPLES_DISAGREE}: one held ${ofLimit(most, whose)}, another ${mostText(least, whose)}.`;
  }
  const found = percents.filter(({ lower }) => lower > 0).length;
  const others = percents.length - found;
  if (others === 0) return 'The samples differ by less than this test can tell apart.';
  return `Just above what can be measured in ${found} of ${percents.length} samples; the ${others > 1 ? 'others' : 'other'} may hold as much.`;
}

/** What one chemical alone comes to: `3.2%, at most 4.1%`, `≥ 120%` or `no EPA limit`. */
export function shareText({ percent, percentStatus }: ChemicalShare, authority: Authority): string {
  if (percentStatus === 'no_limit_set') return `no ${authority} limit`;
  if (!percent) return 'no percentage';
  if (percent.upperOpen) return `≥ ${formatPercent(percent.lower)}`;
  const [estimate, upper] = [formatPercent(percent.estimate), formatPercent(percent.upper)];
  return estimate === upper ? estimate : `${estimate}, at most ${upper}`;
}
