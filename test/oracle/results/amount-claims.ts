import { whose, type About } from './limit-claims.ts';
import {
  besideOf,
  dosePercents,
  isTestedFor,
  levelOf,
  ownPercent,
  percentOf,
  samplePercents,
  standOf,
  sumPercent,
  type Authority,
  type Known,
} from './raw-results.ts';
import { isNear, percentIn } from './sentences.ts';

/** A family in percent of an authority's limit, of several the nearest; null where that has none. */
function boundsUnder(authority: Authority, { product, family, person }: About): Known | null {
  const sum = sumPercent(product, family, person, authority);
  const all = sum || authority !== 'EPA' ? [] : dosePercents(product, family, person);
  const nearest = (of: keyof Known) => Math.max(...all.map((one) => one[of]));
  const [lower, estimate, upper] = [nearest('lower'), nearest('estimate'), nearest('upper')];
  return sum ?? (all.length > 0 ? { lower, estimate, upper } : null);
}

/** What the sample that has the most has of it at least. */
function highestUnder(authority: Authority, about: About): number {
  const alone = about.product.samples.map((one) => ({ ...about.product, samples: [one] }));
  const each = alone.map((product) => boundsUnder(authority, { ...about, product })?.lower ?? 0);
  return Math.max(...each);
}

/** `1/130 of the European DEHT limit (0.77%)`, `11% of the European limit`: the best estimate, both ways. */
export function amounts(sentence: string, { product, family, person }: About): string[] {
  const { estimate } = percentOf(product, family, person);
  const [, parts, inPercent] =
    /\b1\/([\d,.]+) of [^(]*limit \(([^)]*%)\)/.exec(sentence) ??
    /^(?:(?:low|medium|high), )?()([\d.]+%) of (?:the|DEHT)\b/i.exec(sentence) ??
    [];
  if (inPercent === undefined) return [];
  const isTrue = isNear(percentIn(inPercent)!, estimate);
  const isPart = !parts || isNear(Number(parts.replaceAll(',', '')), 100 / estimate);
  return isTrue && isPart ? [] : [`the best estimate is ${estimate.toPrecision(3)}%`];
}

/** An upper bound of a mean is none of the samples'. */
export function atMost(sentence: string, about: About): string[] {
  const { product, family, person } = about;
  const [, figure] =
    /\b(?:at most|up to|no more than) ((?:< ?)?[\d.,]+\s?(?:%|(?:million |billion )?times))/i.exec(
      sentence,
    ) ?? [];
  const isOfSample = /another at most/.test(sentence);
  const bounds = boundsUnder(whose(sentence), about);
  if (figure === undefined || isOfSample || !bounds) return [];
  const printed = percentIn(figure)!;
  if (/\beach may contain\b/.test(sentence)) {
    const most = Math.max(...samplePercents(product, family, person).map(({ upper }) => upper));
    return isNear(printed, most) ? [] : [`a sample may contain ${most.toPrecision(3)}%`];
  }
  if (!isNear(printed, bounds.upper) && printed < bounds.upper) {
    return [`at most is ${bounds.upper.toPrecision(3)}%`];
  }
  const highest = highestUnder(whose(sentence), about);
  const isExceeded = highest > printed && !isNear(printed, highest);
  return isExceeded && !/average/i.test(sentence)
    ? [`a sample had ${highest.toPrecision(3)}%`]
    : [];
}

/** `Samples: none found in 2, 0.13% to 1% in 3.`, and that one held so much, another at most so much. */
export function samplesSaid(sentence: string, { product, family, person }: About): string[] {
  const samples = samplePercents(product, family, person);
  const [, held = '', most = ''] =
    /\bone held (.*?), another at most (.*)$/.exec(sentence)?.map(String) ?? [];
  if (held) {
    const isHeld = samples.some(({ lower }) => isNear(percentIn(held)!, lower));
    const isMost = samples.some(({ upper }) => isNear(percentIn(most)!, upper));
    return isHeld && isMost ? [] : [`samples are ${samples.map(({ lower }) => lower).join(', ')}`];
  }
  const [, said] =
    /^(?:All \d+ )?samples(?: disagree)?: (.*?)(?: if BP[SF].* counted as BPA\.?)?$/i.exec(
      sentence,
    ) ?? [];
  if (said === undefined || !/\d/.test(said)) return [];
  const found = samples.map(({ lower }) => lower).filter((lower) => lower > 0);
  const [, none] = /(?:found|counts) in (\d+)/.exec(said) ?? [];
  const figures = [...said.matchAll(/(?:< ?)?[\d.,]+(?: (?:million|billion))?(?:%| times)?/g)]
    .map(([figure]) => figure)
    .filter((_, at, all) => !(none !== undefined && (at === 0 || at === all.length - 1)));
  const unit = /times/.test(said) ? ' times' : '%';
  const printed = figures.flatMap(
    (figure) => percentIn(/%|times/.test(figure) ? figure : figure + unit) ?? [],
  );
  const ends = [Math.min(...found), Math.max(...found)];
  const isTrue = [printed[0]!, printed.at(-1)!].every((one, at) => isNear(one, ends[at]!));
  const isCounted = none === undefined || Number(none) === samples.length - found.length;
  return isTrue && isCounted
    ? []
    : [`samples are ${ends.map((end) => end.toPrecision(3)).join(' to ')}%`];
}

/** `Average 8.7%`, `counting none or all of …: 8.2% to 9.1%`, `the highest sample had 17%`. */
export function workedOut(sentence: string, about: About): string[] {
  const bounds = boundsUnder(whose(sentence), about);
  if (!bounds) return [];
  const whys: string[] = [];
  const [, average] =
    /^average ((?:< ?)?[\d.,]+(?:%| (?:million |billion )?times))/i.exec(sentence) ?? [];
  if (average && !isNear(percentIn(average)!, bounds.estimate)) {
    whys.push(`the average is ${bounds.estimate.toPrecision(3)}%`);
  }
  const [, from, to, unit] =
    /what is too little to measure: ((?:< ?)?[\d.,]+(?: million| billion)?%?) to ((?:< ?)?[\d.,]+)(%|(?: million| billion)? times)/.exec(
      sentence,
    ) ?? [];
  if (from && to && unit) {
    const low = percentIn(
      /%/.test(from)
        ? from
        : /million|billion/.test(from)
          ? `${from} times`
          : `${from}${/%/.test(unit) ? '%' : ' times'}`,
    )!;
    const high = percentIn(to + unit)!;
    const isLow =
      isNear(low, bounds.lower) || isNear(low * (percentIn(`1${unit}`)! / 100), bounds.lower);
    if (!isLow || !isNear(high, bounds.upper)) {
      whys.push(
        `the bounds are ${bounds.lower.toPrecision(3)}% to ${bounds.upper.toPrecision(3)}%`,
      );
    }
  }
  const [, highest] =
    /\bthe highest sample had ((?:< ?)?[\d.,]+(?:%| (?:million |billion )?times))/.exec(sentence) ??
    [];
  if (highest) {
    const most = highestUnder(whose(sentence), about);
    if (!isNear(percentIn(highest)!, most))
      whys.push(`the highest sample had ${most.toPrecision(3)}%`);
  }
  return whys;
}

/** `Within …: on average 9.6%` leaves out no sample that was measured above that. */
export function highestNamed(sentence: string, about: About): string[] {
  const [, said] =
    /^Within [^:]+: (?:on average )?(?:at most )?((?:< ?)?[\d.]+%)/.exec(sentence) ?? [];
  if (said === undefined || / highest sample had /.test(sentence)) return [];
  const most = highestUnder(whose(sentence), about);
  const isAbove = most >= 0.01 && Number((most * (1 - 1e-9)).toPrecision(2)) > percentIn(said)!;
  return isAbove ? [`the highest sample had ${most.toPrecision(3)}%`] : [];
}

export function noneFound(sentence: string, { product, family, person }: About): string[] {
  const { lower } = percentOf(product, family, person);
  const beside = besideOf(product, family);
  if (/^none found(?=[;,.( ]|$)(?! (?:that counts|in))/i.test(sentence) && beside.length > 0) {
    return [`${beside.join(', ')} found, counting toward nothing`];
  }
  const isSample = /none found in \d|\bin \d+ of\b|None of the others/i.test(sentence);
  if (/\bnone found\b(?! that counts)/i.test(sentence) && !isSample && lower > 0) {
    return [`${lower.toPrecision(2)}% was found`];
  }
  return /\bsome (was )?found\b/i.test(sentence) && lower === 0 ? ['none was found'] : [];
}

/** `Low to High` from the level of the lower bound to that of the upper one. */
export function levels(sentence: string, { product, family, person }: About): string[] {
  const { lower, estimate, upper } = percentOf(product, family, person);
  const [span, from, to] = /\b(low|medium) to (medium|high)\b/i.exec(sentence) ?? [];
  const capital = (word = '') => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  if (span !== undefined) {
    const isTrue = levelOf(lower) === capital(from) && levelOf(upper) === capital(to);
    return isTrue ? [] : [`it is ${levelOf(lower)} to ${levelOf(upper)}`];
  }
  const [, word] = /^(?:- )?(low|medium|high)\b/i.exec(sentence) ?? [];
  if (word === undefined) return [];
  const [level, highest] = [levelOf(estimate), levelOf(upper)];
  return level === capital(word) && level === highest
    ? []
    : [`the level is ${level}, at most ${highest}`];
}

/** A level that could be is no answer where none was found: that is said first. */
export function levelsOfNothing(sentence: string, { product, family, person }: About): string[] {
  const [span] = /\b(low|medium) to (medium|high)\b/i.exec(sentence) ?? [];
  const { lower, upper } = percentOf(product, family, person);
  const isNothing = lower === 0 && upper < Infinity;
  return span && isNothing ? [`“${span}” where none was found`] : [];
}

/** As many as stay within it from every sample's upper bound, rounded down; above it from the mean's lower one. */
export function servings(sentence: string, about: About): string[] {
  const { product, family, person } = about;
  const number = (text = '') =>
    text.toLowerCase() === 'one' ? 1 : Number(text.replaceAll(',', ''));
  const [, within] =
    /\b(?:up to )?(one|[\d,]+) (?:of these |servings? )?a day stays?\b/i.exec(sentence) ?? [];
  const [, above] =
    /\bfrom ([\d,]+) (?:of these |servings )?(?:a day )?on\b/i.exec(sentence) ??
    /\b(one|[\d,]+)(?: or more)? (?:of these|servings?) a day (?:is|are) above\b/i.exec(sentence) ??
    [];
  const refused: string[] = [];
  const authority = whose(sentence);
  const isEachWithin = (servings: number) =>
    [product.samples, ...product.samples.map((sample) => [sample])].every((samples) => {
      const stand = standOf({ ...product, samples }, family, { ...person, servings }, authority);
      return stand === 'within' || !samples.some((sample) => isTestedFor(family, sample));
    });
  if (within !== undefined && !isEachWithin(number(within))) {
    refused.push(`${within} a day are not within`);
  }
  if (/\bnot one serving is known to stay\b/i.test(sentence) && isEachWithin(1)) {
    refused.push('one a day is within');
  }
  if (above !== undefined) {
    const many = { ...person, servings: number(above) };
    const fewer = { ...person, servings: number(above) - 1 };
    const isOver = standOf(product, family, many, authority);
    const isCounted = /counted as/.test(sentence);
    if (isOver !== (isCounted ? 'sum above' : 'own above'))
      refused.push(`${above} a day are ${isOver}`);
    else if (number(above) > 1 && standOf(product, family, fewer, authority) === isOver) {
      refused.push(`${number(above) - 1} a day are ${isOver} already`);
    }
  }
  return refused;
}

/** What there could be of all bisphenols is of BPA's limit only if all of it counts as BPA. */
export function countedAll(sentence: string, { product, family, person }: About): string[] {
  const isMost =
    /\b(?:up to|at most|below|to) [\d.,]+ (?:million |billion )?times the European [A-Z]+ limit/.test(
      sentence,
    );
  if (!isMost || /\bcounted as\b/.test(sentence) || /\bsamples: /i.test(sentence)) return [];
  const all = percentOf(product, family, person).upper;
  const own = ownPercent(product, family, person)?.upper ?? all;
  return all > own ? [`of one substance alone it is at most ${own.toPrecision(2)}%`] : [];
}

/** `High for one food`: of what is below the limit; `can’t tell the level`: of what may have two. */
export function namedLevels(sentence: string, { product, family, person }: About): string[] {
  const { estimate, upper } = percentOf(product, family, person);
  const isBelow = upper < 100;
  if (/\bfor one food\b/.test(sentence) && !isBelow) return [`it may be ${upper.toPrecision(2)}%`];
  const isOne = levelOf(estimate) === levelOf(upper);
  return /\bcan’t tell the level\b/i.test(sentence) && isOne ? ['the level is known'] : [];
}
