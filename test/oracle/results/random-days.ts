import { expect } from 'vitest';
import { addUpDay, type DayTotal } from '#app/results/day/day-of.ts';
import { readDay } from '#app/results/day/day-query.ts';
import type { DayItem } from '#app/results/day/day-schema.ts';
import { partText } from '#app/results/day/day-text.ts';
import { lowerBy, muchHigherIn } from './compared.ts';
import {
  dosePercents,
  foundOf,
  isRated,
  isTestedFor,
  ownPercent,
  RAW_FAMILIES,
  sumPercent,
  type Authority,
  type Known,
  type Person,
  type RawFamily,
  type RawProduct,
} from './raw-results.ts';
import { isEaten, isNear, percentIn } from './sentences.ts';
import { areUnlike } from './unlike.ts';

/** The same numbers for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Cells of metals as a laboratory writes them, by sample. */
export type RawMetals = readonly Readonly<Record<string, string>>[];

/** What can be eaten here: the rows of the file, what the site makes of them, and made-up rows of metals. */
export interface Kitchen {
  raw: ReadonlyMap<number, RawProduct>;
  metals: ReadonlyMap<number, RawMetals>;
  items: readonly DayItem[];
  /** Of infant formula grams as fed of a gram; null where nobody read it. */
  formula: ReadonlyMap<number, number | null>;
  /** What people have rather than choose: another town’s water, another mother’s milk. */
  notChosen: ReadonlySet<number>;
}

const PEOPLE = { child: 14, adult: 70, woman: 70, baby: 5 } as const;
type Who = keyof typeof PEOPLE;
const GROUPS: Record<Who, string[]> = {
  child: ['child'],
  adult: ['adult'],
  woman: ['woman', 'adult'],
  baby: ['child'],
};

/** Nanograms a day that limits of metals allow: of a person or a kilogram, for whom, and of what. */
const METAL_LIMITS = [
  { name: 'FDA’s daily amount of lead for children', of: 'pb', ng: 2_200, who: 'child' },
  { name: 'FDA’s daily amount of lead for women', of: 'pb', ng: 8_800, who: 'woman' },
  { name: 'California’s warning threshold for lead', of: 'pb', ng: 500 },
  { name: 'EFSA’s tolerable weekly intake of cadmium', of: 'cd', ng: 2_500 / 7, perKg: true },
  { name: 'EPA’s reference dose for inorganic arsenic', of: 'ias', ng: 60, perKg: true },
  {
    name: 'EFSA’s tolerable weekly intake of methylmercury',
    of: 'mehg',
    ng: 1_300 / 7,
    perKg: true,
  },
  {
    name: 'EFSA’s tolerable weekly intake of inorganic mercury',
    of: 'inhg',
    ng: 4_000 / 7,
    perKg: true,
  },
] as const;
const MARGINS = [
  { effect: 'a child may lose one IQ point', of: 'pb', ngKg: 500, who: 'child' },
  { effect: 'kidneys may be harmed', of: 'pb', ngKg: 630, who: 'adult' },
  { effect: 'systolic blood pressure may rise', of: 'pb', ngKg: 1_500, who: 'adult' },
  { effect: 'skin cancer may become more frequent', of: 'ias', ngKg: 60, who: null },
] as const;

/** One thing of a day as the oracle eats it. */
interface Bite {
  product: RawProduct;
  grams: number;
}

interface RawDay {
  query: string;
  bites: Bite[];
  who: Who;
  kg: number;
}

/** These things, a serving of each, for a child. */
export function plainDay({ raw }: Kitchen, ids: readonly number[]): RawDay {
  const bites = ids.map((id) => ({
    product: raw.get(id)!,
    grams: raw.get(id)!.servingG,
    text: '1',
  }));
  return { ...dayWith(bites, 'child', null), bites };
}

/** A day of one to nine things out of a kitchen, in servings or grams, for somebody. */
export function randomDay({ raw, formula }: Kitchen, roll: () => number): RawDay {
  const pick = <T>(of: readonly T[]) => of[Math.floor(roll() * of.length)]!;
  const all = [...raw.values()];
  const chosen = [...new Set(Array.from({ length: 1 + Math.floor(roll() * 9) }, () => pick(all)))];
  const who = pick(Object.keys(PEOPLE) as Who[]);
  const weight = roll() < 0.4 ? Math.round(30 + roll() * 900) / 10 : null;
  const eaten = chosen.map((product) => {
    const servings = Math.floor(roll() * 9) / 2;
    const grams = 1 + Math.floor(roll() * 400);
    return roll() < 0.7
      ? { product, grams: servings * product.servingG, text: String(servings) }
      : { product, grams: grams / (formula.get(product.id) ?? 1), text: `${grams} g` };
  });
  return { ...dayWith(eaten, who, weight), bites: eaten };
}

function dayWith(
  eaten: readonly (Bite & { text: string })[],
  who: Who,
  weight: number | null,
): Omit<RawDay, 'bites'> {
  const params = new URLSearchParams({ ids: eaten.map(({ product }) => product.id).join() });
  for (const { text } of eaten) params.append('eat', text);
  params.set('for', who);
  if (weight !== null) params.set('weight', `${weight} kg`);
  return { query: String(params), who, kg: weight ?? PEOPLE[who] };
}

const dayIn = ({ items }: Kitchen, query: string): DayTotal =>
  addUpDay(items, readDay(new URLSearchParams(query)));

/** Holds so many days to their rows, and each to what more of something, and more weight, may do. */
export function expectRandomDays(kitchen: Kitchen, seed: number, count: number): void {
  const roll = dice(seed);
  const whys: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const raw = randomDay(kitchen, roll);
    whys.push(...untruthsOfDay(kitchen, raw));
    expectMonotone(kitchen, raw);
  }
  expect(whys.slice(0, 10)).toEqual([]);
}

/** Why a day that the site adds up is not what its rows say; empty where it is. */
export function untruthsOfDay(kitchen: Kitchen, raw: RawDay, shown = kitchen): string[] {
  const day = dayIn(shown, raw.query);
  const counted = whatCounts(raw.bites);
  return [
    ...RAW_FAMILIES.flatMap((family) => familyUntruths(day, counted, family, raw.kg)),
    ...metalUntruths(kitchen, day, counted, raw),
    ...changeUntruths(kitchen, day, counted, raw.kg),
  ].map((why) => `${why} (${raw.query})`);
}

/** What is eaten at all, is food, and is the first of its item. */
function whatCounts(bites: readonly Bite[]): Bite[] {
  const eaten = bites.filter(({ product, grams }) => grams > 0 && isEaten(product));
  return eaten.filter(
    ({ product }, at) =>
      !eaten.slice(0, at).some((other) => isOneItem(other.product.id, product.id)),
  );
}

/** Of one item, by what is unlike though both are in the same state. */
function isOneItem(one: number, other: number): boolean {
  return ITEMS.some((those) => those.includes(one) && those.includes(other));
}
const ITEMS = [
  [33, 34],
  [241, 242],
  [400, 401],
  [140, 141],
  [143, 144],
  [101, 115],
  [103, 402],
  [104, 403],
  [105, 405],
  [107, 108, 109, 112],
  [110, 111, 113],
  [326, 460, 461],
  [411, 412],
  [420, 421, 422, 423],
];

const servingsOf = ({ product, grams }: Bite, kg: number): Person => ({
  kg,
  servings: grams / product.servingG,
});

function added(all: readonly Known[]): Known {
  const sum = (of: keyof Known) => all.reduce((total, one) => total + one[of], 0);
  return { lower: sum('lower'), estimate: sum('estimate'), upper: sum('upper') };
}

const LIMIT_NAMES: Record<Authority, RegExp> = {
  EFSA: /\bEuropean limit/,
  BfR: /\bGerman \(BfR\) limit/,
  EPA: /\bU\.S\. \(EPA\) limit|\bnearest EPA reference dose/,
};

function familyUntruths(day: DayTotal, counted: Bite[], family: RawFamily, kg: number): string[] {
  const tested = counted.filter(
    ({ product }) =>
      isRated(product, family) && product.samples.some((one) => isTestedFor(family, one)),
  );
  const block = day.blocks.find(({ key }) => key === family);
  if (!block) return tested.length > 0 ? [`${family}: ${tested.length} are tested`] : [];
  const whys: string[] = [];
  const samples = ({ product }: Bite) => product.samples.filter((one) => isTestedFor(family, one));
  const isUnrated = counted.some(({ product }) => !isRated(product, family));
  const who = whoOf(
    tested.length,
    counted.length,
    `${isUnrated ? 'tested and rated' : 'tested'} for ${family}`,
  );
  const percentsUnder = (authority: Authority, bite: Bite, product = bite.product): Known[] => {
    const person = servingsOf(bite, kg);
    const sum = sumPercent(product, family, person, authority);
    return sum ? [sum] : authority === 'EPA' ? dosePercents(product, family, person) : [];
  };
  for (const authority of ['EPA', 'BfR', 'EFSA'] as const) {
    const each = tested.map((bite) => percentsUnder(authority, bite));
    const limits = each[0]?.length ?? 0;
    const said = block.sentences.filter((one) => LIMIT_NAMES[authority].test(one));
    if (said.length !== Math.min(limits, 1))
      whys.push(`${said.length} sentences under ${authority}`);
    if (limits === 0 || !said[0]) continue;
    const sums = Array.from({ length: limits }, (_, at) => added(each.map((one) => one[at]!)));
    const nearest = (of: keyof Known) => Math.max(...sums.map((one) => one[of]));
    // Of each chemical its own highest sample.
    const highestSums = sums.map((_, at) =>
      tested.reduce((total, bite) => {
        const own = samples(bite).map(
          (one) => percentsUnder(authority, bite, { ...bite.product, samples: [one] })[at]!.upper,
        );
        return total + Math.max(percentsUnder(authority, bite)[at]!.upper, ...own);
      }, 0),
    );
    const own = tested.map((bite) =>
      ownPercent(bite.product, family, servingsOf(bite, kg), authority),
    );
    const ownLower =
      limits > 1 || own.some((one) => one === null)
        ? nearest('lower')
        : added(own as Known[]).lower;
    whys.push(
      ...sentenceUntruths(said[0], {
        who,
        isOne: tested.length === 1,
        lower: nearest('lower'),
        upper: nearest('upper'),
        highest: Math.max(...highestSums),
        ownLower,
        isEachSeveral: tested.every((bite) => samples(bite).length > 1),
        isMean: tested.some((bite) => samples(bite).length > 1),
        counted: new Set(tested.flatMap(({ product }) => foundOf(product, family))),
      }),
    );
  }
  const adds = tested.map((bite) => ({
    id: bite.product.id,
    ...percentsUnder('EFSA', bite)[0]!,
  }));
  return [...whys, ...orderUntruths(block, adds)].map((why) => `${family}: ${why}`);
}

/** Parts stand by what was measured, then by what could be there; each says both ends. */
function orderUntruths(
  block: DayTotal['blocks'][number],
  adds: (Known & { id: number })[],
): string[] {
  const shown = block.parts.map(({ item, lower, upper }) => ({
    id: item.id,
    lower: block.percentOf(lower),
    upper: upper === null ? Infinity : block.percentOf(upper),
  }));
  const whys = shown.flatMap((part, at) => {
    const own = adds.find(({ id }) => id === part.id);
    const next = shown[at + 1];
    const isSorted =
      !next || part.lower > next.lower || (part.lower === next.lower && part.upper >= next.upper);
    const isSame = own && isEqual(own.lower, part.lower) && isEqual(own.upper, part.upper);
    return [
      ...(isSorted ? [] : [`${part.id} stands too high`]),
      ...(isSame ? [] : [`${part.id} adds another share`]),
    ];
  });
  return shown.length === adds.length ? whys : [...whys, `${shown.length} parts of ${adds.length}`];
}

function isEqual(one: number, other: number): boolean {
  return one === other || Math.abs(one - other) <= 1e-9 * Math.max(one, other);
}

/** `the three of these five that are tested for phthalates`. */
function whoOf(tested: number, of: number, how: string): string {
  const words = 'zero one two three four five six seven eight nine'.split(' ');
  const all = of === 1 ? 'this one' : `these ${words[of]}`;
  return tested === of
    ? all
    : `the ${tested === 1 ? 'only ' : ''}${words[tested]} of ${all} that ${tested === 1 ? 'is' : 'are'} ${how}`;
}

interface Facts {
  who: string;
  isOne: boolean;
  lower: number;
  upper: number;
  highest: number;
  ownLower: number;
  isEachSeveral: boolean;
  isMean: boolean;
  counted: ReadonlySet<string>;
}

/** Far nearer to a limit than any laboratory measures, sums in another order may stand on its other side. */
const isAtLimit = (...figures: number[]) => figures.some((one) => Math.abs(one - 100) < 1e-9);

/** A share that is printed; of `less than 0.01%`, half of it. */
function shareIn(sentence: string): number {
  const [text = ''] = sentence.split('; ');
  if (/just over 100%/.test(text)) return 100.5;
  return (percentIn(text) ?? Number.NaN) / (/less than/.test(text) ? 2 : 1);
}

/** Two digits, rounded up or down. */
const isRounded = (printed: number, exact: number) =>
  Math.abs(printed - exact) <= Math.max(0.1 * exact, 0.0051);

/** Whether a bound is printed below the most, or above the least, that there is; `just` says on which side. */
function isPast(text: string, side: '<' | '>', exact: number): boolean {
  if (/just|less than|< /.test(text)) return false;
  const printed = shareIn(text);
  return side === '<' ? printed < exact * (1 - 1e-9) : printed > exact * (1 + 1e-9);
}

function sentenceUntruths(sentence: string, facts: Facts): string[] {
  const { who, lower, upper, highest, ownLower, isEachSeveral, isMean, isOne, counted } = facts;
  if (isAtLimit(lower, upper, highest, ownLower)) return [];
  const whys: string[] = [];
  const refuse = (isFalse: boolean, why: string) => isFalse && whys.push(`${why}: “${sentence}”`);
  refuse(!sentence.toLowerCase().includes(who.toLowerCase()), `it is ${who}`);
  refuse(isMean !== / on average |: on average /.test(sentence), 'on average or not');
  const isUnseen = /can’t tell/.test(sentence);
  const isAbove = /\bif .* counted as\b/.test(sentence) || (!isUnseen && shareIn(sentence) > 100);
  if (isUnseen) {
    refuse(ownLower > 100 || lower > 100 || upper <= 100, 'it can be told');
    const [, from = '', to = ''] =
      /can’t tell: (?:on average )?(.*?)(?: to (.*)| or more)\.$/.exec(sentence) ?? [];
    refuse(!isRounded(shareIn(from), lower) || isPast(from, '>', lower), `at least ${lower}`);
    refuse((to === '') !== (upper === Infinity), `at most ${upper}`);
    refuse(
      to !== '' && (!isRounded(shareIn(to), upper) || isPast(to, '<', upper)),
      `at most ${upper}`,
    );
  } else if (isAbove) {
    const isIf = / if .* counted as /.test(sentence);
    refuse(
      isIf ? ownLower > 100 || lower <= 100 : ownLower <= 100,
      `own ${ownLower}, all ${lower}`,
    );
    refuse(!isRounded(shareIn(sentence), isIf ? lower : ownLower), 'another share');
    refuse(
      isIf &&
        !['BPS', 'BPF', 'DEHA', 'DINCH'].some((one) => sentence.includes(one) && counted.has(one)),
      'what is counted',
    );
  } else {
    refuse(upper > 100, `at most ${upper}`);
    refuse(!isRounded(shareIn(sentence), upper), `at most ${upper}`);
    const [, bound] = / at most (.*?)(?:;|$)/.exec(sentence) ?? [];
    refuse(bound !== undefined && isPast(bound, '<', upper), `at most ${upper}`);
    refuse(
      /for certain/.test(sentence) !== (highest <= 100 && isEachSeveral),
      `for certain: ${highest}`,
    );
    refuse(
      /sample tested|samples tested/.test(sentence) !== (highest <= 100 && !isEachSeveral),
      'in the samples tested',
    );
    const [, most] = /highest sample(?: of each)?, (.*)\.$/.exec(sentence) ?? [];
    refuse(
      most === undefined
        ? !isRounded(shareIn(sentence), highest)
        : !isRounded(shareIn(most), highest),
      `highest ${highest}`,
    );
    refuse(isOne && / add up to /.test(sentence), 'adds up');
  }
  return whys;
}

/** Of one form of a metal: ng/g at least and at most on average, and the most of a sample; null untested. */
function metalOf(samples: RawMetals, form: string) {
  const cells = samples.flatMap((sample) => (sample[form] === undefined ? [] : sample[form]));
  if (cells.length === 0) return null;
  const read = cells.map((cell) => {
    const [, sign, figure] = /^([<>]?)(.*)$/.exec(cell)!;
    const value = Number(figure);
    if (cell === 'ND') return { low: 0, high: Infinity };
    return { low: sign === '<' ? 0 : value, high: sign === '>' ? Infinity : value };
  });
  const mean = (of: 'low' | 'high') => read.reduce((sum, one) => sum + one[of], 0) / read.length;
  return { low: mean('low'), high: mean('high'), top: Math.max(...read.map(({ high }) => high)) };
}

/** What the strictest limit of a total is of. */
const LIMITED: Record<string, string> = { as: 'ias', hg: 'mehg' };
const WHOLE: Record<string, string> = { ias: 'as', mehg: 'hg', inhg: 'hg' };

function knownOfForm(samples: RawMetals, form: string) {
  const own = metalOf(samples, form);
  const total = WHOLE[form] ? metalOf(samples, WHOLE[form]) : null;
  if (!own && !total) return null;
  return {
    low: own?.low ?? 0,
    high: Math.min(own?.high ?? Infinity, total?.high ?? Infinity),
    top: Math.min(own?.top ?? Infinity, total?.top ?? Infinity),
  };
}

function metalUntruths(
  { metals, formula }: Kitchen,
  day: DayTotal,
  counted: Bite[],
  { who, kg }: RawDay,
): string[] {
  const sums = (form: string) => {
    const known = counted.flatMap(({ product, grams }) => {
      const one = knownOfForm(metals.get(product.id) ?? [], form);
      return one && formula.get(product.id) !== null
        ? [{ low: one.low * grams, high: one.high * grams, top: one.top * grams }]
        : [];
    });
    const sum = (of: 'low' | 'high' | 'top') => known.reduce((total, one) => total + one[of], 0);
    return { tested: known.length, low: sum('low'), high: sum('high'), top: sum('top') };
  };
  // Whom a limit of a group is for is not known at a weight of one’s own.
  const groups = kg === PEOPLE[who] ? GROUPS[who] : [];
  const names: Record<string, string> = {
    pb: 'lead',
    cd: 'cadmium',
    ias: 'arsenic',
    mehg: 'mercury',
    inhg: 'mercury',
  };
  const whys = METAL_LIMITS.flatMap((limit) => {
    const { tested, low, high, top } = sums(limit.of);
    const text =
      day.blocks.find((block) => block.name === names[limit.of])?.sentences.join(' ') ?? '';
    const isFor = !('who' in limit) || groups.includes(limit.who);
    const sentence = text.split(/(?<=\.) (?=[A-Z])/).find((one) => one.includes(limit.name)) ?? '';
    if (tested === 0 || !isFor) return sentence ? [`${limit.name}: not for them`] : [];
    const allowed = limit.ng * ('perKg' in limit ? kg : 1);
    const part = (ng: number) => (100 * ng) / allowed;
    if (isAtLimit(part(low), part(top), part(high))) return [];
    const own = new RegExp(`(within|above) ${limit.name}[^(]*\\(([^)]*)\\)`).exec(sentence);
    const isUntold = /can’t tell/.test(sentence);
    const expected = part(low) > 100 ? 'above' : part(top) <= 100 ? 'within' : null;
    const found = isUntold ? null : (own?.[1] ?? 'nothing');
    if (found !== expected)
      return [`${limit.name}: ${expected} (${part(low)} to ${part(top)}): “${text}”`];
    const shares = isUntold ? /can’t tell \((.*?)\)/.exec(sentence)?.[1] : own?.[2];
    const figures = [...(shares ?? '').matchAll(/[\d,.]+%/g)].map(([one]) => percentIn(one)!);
    const isJust = /just (under|over)|less than/.test(shares ?? '');
    const ends = [part(low), part(high), part(top)].filter(Number.isFinite);
    const isShown = isJust || figures.every((one) => ends.some((end) => isNear(one, end)));
    const isUnfed = counted.some(
      ({ product: { id } }) =>
        formula.get(id) === null && metalOf(metals.get(id) ?? [], WHOLE[limit.of] ?? limit.of),
    );
    const who2 = whoOf(
      tested,
      counted.length,
      `tested for ${names[limit.of]}${isUnfed ? ' and known as fed' : ''}`,
    );
    return [
      ...(isShown ? [] : [`${limit.name}: ${ends.join(', ')}: “${sentence}”`]),
      ...(sentence.toLowerCase().includes(who2) ? [] : [`it is ${who2}: “${sentence}”`]),
    ];
  });
  const margins = MARGINS.flatMap(({ effect, of, ngKg, who: group }) => {
    const { tested, low, top } = sums(of);
    const text = day.blocks.find((block) => block.name === names[of])?.sentences.join(' ') ?? '';
    const isFor = group === null || groups.includes(group);
    const isSaid = text.includes(effect);
    if (tested === 0 || !isFor) return isSaid ? [`${effect}: not for them`] : [];
    const [least, most] = [low / (ngKg * kg), top / (ngKg * kg)];
    if (isAtLimit(100 * least, 100 * most)) return [];
    const sentence = text.split(/(?<=\.) (?=[A-Z])/).find((one) => one.includes(effect)) ?? '';
    const says = /more than the dose/.test(sentence)
      ? 'no'
      : /can’t tell/.test(sentence)
        ? 'untold'
        : 'yes';
    const expected = least > 1 ? 'no' : most <= 1 ? 'yes' : 'untold';
    return says === expected ? [] : [`${effect}: ${least} to ${most}: “${sentence}”`];
  });
  const parts = day.blocks
    .filter(({ family }) => family === null)
    .flatMap((block) =>
      block.parts.flatMap((part) => {
        const of = LIMITED[block.key] ?? block.key;
        const rows = metals.get(part.item.id)!;
        const [own, total] = [of, WHOLE[of] ?? of].map((form) => metalOf(rows, form));
        const text = partText(part, block);
        const said = /none measured|measured as total only|any amount/.exec(text)?.[0];
        const unseen = (own ?? total)!.low > 0 ? 'measured as total only' : 'none measured';
        const known = own && own.low > 0 ? undefined : unseen;
        const expected = !known || knownOfForm(rows, of)!.high < Infinity ? known : 'any amount';
        return said === expected ? [] : [`${part.item.id}, ${of}: ${expected}: “${text}”`];
      }),
    );
  return [...whys, ...margins, ...parts];
}

/** What is said of the family that is measured the most of EFSA's limit in, or in which something can be told. */
function changeUntruths(
  { raw, items, notChosen }: Kitchen,
  day: DayTotal,
  counted: Bite[],
  kg: number,
): string[] {
  const { swap, less } = day.changes;
  const whys: string[] = [];
  const pressing = day.blocks
    .map((block) => ({
      block,
      measured: block.parts.reduce((sum, { lower }) => sum + block.percentOf(lower), 0),
    }))
    .filter(({ measured }) => measured > 0)
    .toSorted((a, b) => b.measured - a.measured)
    .map(({ block }) => block);
  const kept = ({ id, tags }: RawProduct) =>
    tags.some((tag) => ['formula', 'medications', 'breast_milk'].includes(tag)) ||
    notChosen.has(id);
  const leaving = pressing.flatMap((block) => {
    const part = block.parts.find(({ item, lower }) => lower > 0 && !kept(raw.get(item.id)!));
    return part ? [{ block, part }] : [];
  })[0];
  if (leaving?.part.item.id !== less?.part.item.id || leaving?.block.key !== less?.block.key) {
    whys.push(`less of ${leaving?.part.item.name ?? 'nothing'}, not ${less?.part.item.name}`);
  } else if (less) {
    const own = counted.find((bite) => bite.product.id === less.part.item.id);
    const cut = own ? Math.min(own.product.servingG / own.grams, 1) : 0;
    if (!isEqual(cut, less.share)) whys.push(`${cut} of it less`);
  }
  const best = pressing
    .map(({ family, parts }) => {
      if (!family) return [];
      return parts.flatMap(({ item, grams }) => {
        const own = raw.get(item.id)!;
        const person = { kg, servings: grams / own.servingG };
        return (alternatives.get(items)?.get(own.id) ?? []).flatMap((other) => {
          const strength = lowerBy(other, own, family, person);
          const isHigher = RAW_FAMILIES.some((one) => lowerBy(own, other, one, person));
          if (isHigher || muchHigherIn(other, own, person).length > 0) return [];
          if (strength !== 'for certain' && strength !== 'in every sample') return [];
          const [mine, its] = [own, other].map((of) => sumPercent(of, family, person, 'EFSA')!);
          const by = mine!.lower - its!.upper;
          return by > 0 ? [{ from: own.id, to: other.id, family, strength, by }] : [];
        });
      });
    })
    .find((some) => some.length > 0)
    ?.toSorted(
      (a, b) =>
        Number(a.strength !== 'for certain') - Number(b.strength !== 'for certain') || b.by - a.by,
    )[0];
  const said = swap && {
    from: swap.from.id,
    to: swap.to.id,
    family: swap.to.family,
    strength: swap.to.strength === 'certain' ? 'for certain' : 'in every sample',
  };
  const isSame =
    best && said
      ? isEqual(best.by, swap.lessPercent) &&
        best.strength === said.strength &&
        best.family === said.family
      : !best && !said;
  if (!isSame)
    whys.push(
      `swap ${JSON.stringify(best ?? null)}, not ${JSON.stringify(said)} by ${swap?.lessPercent}`,
    );
  return whys;
}

const alternatives = new WeakMap<readonly DayItem[], Map<number, RawProduct[]>>();

/** Of each product those of its kind in the same state that are no form of one item, nor over a limit. */
export function findAlternatives(
  { raw, items }: Kitchen,
  kinds: readonly (readonly number[])[],
  isOver: (product: RawProduct) => boolean,
  stateOf: (id: number) => string | null,
): void {
  const found = new Map<number, RawProduct[]>();
  for (const ids of kinds) {
    const own = ids
      .flatMap((id) => raw.get(id) ?? [])
      .filter(({ tags }) => !tags.includes('vintage'));
    for (const one of own) {
      found.set(
        one.id,
        own.filter(
          (other) =>
            other !== one &&
            !areUnlike(one.id, other.id) &&
            ![one.id, other.id].some((id) => VARIANTS.has(id)) &&
            stateOf(one.id) !== null &&
            stateOf(one.id) === stateOf(other.id) &&
            !isOver(other),
        ),
      );
    }
  }
  alternatives.set(items, found);
}
const VARIANTS = new Set([
  412, 421, 422, 423, 115, 402, 403, 405, 108, 109, 112, 110, 111, 460, 461, 34, 241, 401, 141, 143,
]);

/** More of one thing lowers nothing; more weight raises nothing, and changes nothing of a limit of a person. */
function expectMonotone(kitchen: Kitchen, { query, bites }: RawDay): void {
  const shares = (text: string) =>
    new Map(
      dayIn(kitchen, text).blocks.flatMap(({ key, verdicts, intakes }) => [
        ...verdicts.map(
          ({ authority, percent, highestPercent }) =>
            [`${key} ${authority}`, [percent.lower, percent.upper, highestPercent ?? 0]] as const,
        ),
        ...intakes.map(
          ({ limit, lower, upper, highestUpper }) =>
            [`${key} ${limit.id} ${limit.kind}`, [lower, upper ?? 0, highestUpper ?? 0]] as const,
        ),
      ]),
    );
  const before = shares(query);
  const params = new URLSearchParams(query);
  const eat = params.getAll('eat');
  const at = bites.findIndex(({ grams }) => grams > 0);
  if (at >= 0) {
    const text = eat[at]!;
    const more = text.endsWith('g')
      ? `${Number.parseFloat(text) + 10} g`
      : String(Number(text) + 0.5);
    params.delete('eat');
    eat.forEach((one, index) => params.append('eat', index === at ? more : one));
    const after = shares(String(params));
    for (const [key, figures] of before) {
      figures.forEach((one, index) =>
        expect(after.get(key)![index], key).toBeGreaterThanOrEqual(one),
      );
    }
  }
  const heavier = new URLSearchParams(query);
  const { kg } = {
    kg: Number.parseFloat(heavier.get('weight') ?? '') || PEOPLE[heavier.get('for') as Who],
  };
  heavier.set('weight', `${Math.round(kg * 13) / 10} kg`);
  const after = shares(String(heavier));
  for (const [key, figures] of before) {
    // At a weight of one’s own no limit of a group is held.
    if (!after.has(key)) expect(key).toMatch(/^pb pb-(?:fda|efsa)/);
    else
      figures.forEach((one, index) => {
        const other = after.get(key)![index]!;
        if (key.endsWith('by person')) expect(other, key).toBe(one);
        else expect(other, key).toBeLessThanOrEqual(one);
      });
  }
}
