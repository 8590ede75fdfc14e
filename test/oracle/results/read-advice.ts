import { untruths } from './of-one-product.ts';
import { productsOfKind } from './read-kinds.ts';
import {
  isRated,
  percentOf,
  RAW_FAMILIES,
  samplePercents,
  standOf,
  type RawProduct,
} from './raw-results.ts';
import {
  familiesIn,
  isEaten,
  isNear,
  percentIn,
  ownPerson,
  section,
  sentencesOf,
  tableRows,
  type ReadPage,
  type Refusal,
} from './sentences.ts';

type Raw = ReadonlyMap<number, RawProduct>;

/** Tags of what nobody heats at home, or keeps warm in plastic. */
const NEVER_HEATED = [
  'salad',
  'sodas',
  'beverages',
  'water',
  'fruits',
  'candy',
  'ice_cream',
  'receipts',
  'vintage',
  'pills',
  'bars',
];
const AUTHORITIES = ['EFSA', 'BfR', 'EPA'] as const;
const NOT_DAILY = ['vintage', 'military_rations', 'receipts'];

/** What “What to do” says that does not fit what the report is about, or what the rows bear. */
export function refusedOfAdvice({ path, text }: ReadPage, raw: Raw): Refusal[] {
  const own = raw.get(Number(/^\/plasticlist\/(\d+)\.md/.exec(path)?.[1]));
  if (!own) return [];
  const hasTag = (tags: string[]) => tags.some((tag) => own.tags.includes(tag));
  return sentencesOf(section(text, /^## What to do/)).flatMap((sentence) => {
    const whys = [...falseAmounts(sentence, own)];
    const isHeating = /\bheat\b/i.test(sentence) && /\bglass\b|\bsteel\b/i.test(sentence);
    if (isHeating && hasTag(NEVER_HEATED)) whys.push('nobody heats it');
    whys.push(...falselySoothing(sentence, own));
    whys.push(...falseWater(sentence, own, raw));
    const isDaily = /\bmost days\b/i.test(sentence);
    if (isDaily && (hasTag(NOT_DAILY) || !isEaten(own))) whys.push('it is on no table');
    return whys.map((why) => ({ page: path, product: own.id, sentence, why }));
  });
}

/** `Nothing here asks you to have less of it.`: not where anything is unrated or above anybody's limit. */
function falselySoothing(sentence: string, own: RawProduct): string[] {
  if (!/\bnothing here asks\b/i.test(sentence)) return [];
  return RAW_FAMILIES.flatMap((family) => {
    if (!isRated(own, family)) return [`${family} are not rated`];
    return AUTHORITIES.filter((authority) =>
      / above$/.test(standOf(own, family, ownPerson(own), authority) ?? ''),
    ).map((authority) => `${family} are above a limit of ${authority}`);
  });
}

/** `By best estimate, phthalates take up 2.5% of the daily limit or more`: as much as it is, not less than a third. */
function falseAmounts(sentence: string, own: RawProduct): string[] {
  const person = ownPerson(own);
  const named = familiesIn(sentence);
  const whys: string[] = [];
  const [, least] = /\btakes? up (?:at least )?([\d.]+)%.* or more\b/i.exec(sentence) ?? [];
  if (least !== undefined) {
    for (const family of named) {
      const { estimate } = percentOf(own, family, person);
      if (estimate < Number(least) || estimate >= 3 * Number(least)) {
        whys.push(`${family} take up ${estimate.toPrecision(2)}%`);
      }
    }
  }
  const above = /\bare above the .*limit/i.test(sentence)
    ? named
    : [...sentence.matchAll(/\b(phthalates|bisphenols|substitutes) above the /gi)].flatMap(
        ([, family = '']) => familiesIn(family),
      );
  if (above.length > 0 && !/counted as/.test(sentence)) {
    for (const family of above) {
      const stands = standOf(own, family, person, 'EFSA');
      if (stands !== 'own above') whys.push(`${family}: it is ${stands}`);
    }
  }
  for (const [, name = '', said = ''] of sentence.matchAll(
    /\b(phthalates|bisphenols|substitutes) ((?:about|less than|at least|1\/)[^;.]*(?:\.\d[^;.]*)*)/gi,
  )) {
    for (const family of familiesIn(name)) {
      whys.push(
        ...untruths(said, { product: own, family, person }).map((why) => `${family}: ${why}`),
      );
    }
  }
  const [, finer, whose = ''] =
    /\bsees ([\d,]+) times smaller amounts could check (.*)$/.exec(sentence) ?? [];
  if (finer !== undefined) {
    const family = /BPA/.test(whose)
      ? 'bisphenols'
      : /DEHT/.test(whose)
        ? 'substitutes'
        : 'phthalates';
    const { upper } = percentOf(own, family, person);
    if (!isNear(Number(finer.replaceAll(',', '')), upper / 100))
      whys.push(`it takes ${(upper / 100).toPrecision(2)} times`);
  }
  const [, below] = /\bstays? below ([\d.]+)%/i.exec(sentence) ?? [];
  if (below !== undefined) {
    for (const family of named) {
      const { upper } = percentOf(own, family, person);
      if (upper >= Number(below)) whys.push(`${family} could be ${upper.toPrecision(2)}%`);
    }
  }
  return whys;
}

/** A tile that says “no limit set” beside a U.S. limit that it is within. */
export function refusedOfNoLimit({ path, text }: ReadPage): Refusal[] {
  const product = Number(/^\/plasticlist\/(\d+)\.md/.exec(path)?.[1]);
  return tableRows(text.split(/^## /m)[0] ?? '')
    .map((cells) => cells.join(' | '))
    .filter(
      (row) => /no limit set/i.test(row) && /within (?:the|every|an?) (?:U\.S\.|EPA)/i.test(row),
    )
    .map((sentence) => ({ page: path, product, sentence, why: 'no limit set, and within one' }));
}

/** `Tap water, 10 tested: phthalates found in none, at most 3.1% of the European limit; …` */
function falseWater(sentence: string, own: RawProduct, raw: Raw): string[] {
  const [, tested, list] = /^Tap water, (\d+) tested: (.*)$/.exec(sentence) ?? [];
  if (tested === undefined || list === undefined) return [];
  const waters = productsOfKind('tap-water', raw);
  const person = ownPerson(own);
  const whys = Number(tested) === waters.length ? [] : [`${waters.length} are tested`];
  for (const part of list.split(';')) {
    for (const family of familiesIn(part)) {
      const known = waters.map((water) => percentOf(water, family, person));
      const found = known.filter(({ lower }) => lower > 0).length;
      const [, some] = /found in (none|\d+)/.exec(part) ?? [];
      if ((some === 'none' ? 0 : Number(some)) !== found)
        whys.push(`${family} were found in ${found}`);
      const printed = percentIn(/at most (.*)$/.exec(part)?.[1] ?? '');
      const most = Math.max(...known.map(({ upper }) => upper));
      const samples = waters.flatMap((water) => samplePercents(water, family, person));
      const highest = Math.max(...samples.map(({ lower }) => lower));
      if (printed !== null && !isNear(printed, most)) whys.push(`${family} are at most ${most}%`);
      const isExceeded = printed !== null && highest > printed && !isNear(printed, highest);
      if (isExceeded && !/average/.test(part)) whys.push(`a sample had ${highest}%`);
    }
  }
  return whys;
}
