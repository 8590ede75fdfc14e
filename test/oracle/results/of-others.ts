import { isCarried, lowerBy, muchHigherIn, type Strength } from './compared.ts';
import {
  RAW_FAMILIES,
  standOf,
  type Person,
  type RawFamily,
  type RawProduct,
} from './raw-results.ts';
import { familiesIn, ownPerson } from './sentences.ts';
import { areUnlike } from './unlike.ts';

/** A sentence that sets one product against others, as it is read. */
interface Compared {
  side: 'lower' | 'higher';
  /** Undefined where it does not say how sure it is. */
  strength: Strength | 'by estimate' | undefined;
  /** That samples overlap is said, too, so nothing surer holds. */
  isExact: boolean;
  families: RawFamily[];
  /** Of so many others; null where one is meant by name or as “the other”. */
  count: number | null;
}

/** How sure a sentence is of what it says, strongest words first. */
const WORDS: [RegExp, NonNullable<Compared['strength']>][] = [
  [/for certain|surely|for sure|is certain|definitely/i, 'for certain'],
  [/in every sample/i, 'in every sample'],
  [/on average/i, 'on average'],
  [/by (?:best )?estimate/i, 'by estimate'],
];

/** Reads `Lower in every sample tested (2 against 3) than 3 of 9 others in phthalates.` */
export function readComparison(sentence: string): Compared | null {
  const [, head] = /\b(lower|higher|cleaner)\b/i.exec(sentence) ?? [];
  const isOfLimits = /\blimit\b.* times lower than\b/.test(sentence);
  if (head === undefined || isOfLimits || !/\bthan\b/i.test(sentence)) return null;
  const strength = WORDS.find(([pattern]) => pattern.test(sentence))?.[1];
  const [, some] = /\bthan (?:all )?(\d+) (?:of \d+ )?others?\b/i.exec(sentence) ?? [];
  const isAll = /\bthan both others\b/i.test(sentence);
  return {
    side: head.toLowerCase() === 'higher' ? 'higher' : 'lower',
    strength,
    isExact: /\boverlap\b/.test(sentence),
    families: familiesIn(sentence),
    count: some ? Number(some) : isAll ? 2 : null,
  };
}

/** Why a sentence about a product and others is not true; `others` are those it may mean. */
export function falseComparison(
  sentence: string,
  one: RawProduct,
  others: readonly RawProduct[],
  person: Person,
): string | null {
  if (/^can’t be told apart from /i.test(sentence)) return falselyAlike(one, others, person);
  if (!readComparison(sentence)) return null;
  // `Lower on average than 2 of 8 others in phthalates and than 1 of 8 others in substitutes; …`
  const [head = '', ...clauses] = sentence.split(/ (?:and )?(?=than )/);
  const end = /;[^;]*$/.exec(sentence)?.[0] ?? '';
  for (const clause of clauses) {
    const said = readComparison(`${head} ${clause}${clause.endsWith(end) ? '' : end}`);
    const why = said && falseClause(said, one, others, person);
    if (why) return why;
  }
  return falseSamples(sentence, one, others);
}

function falseClause(
  { side, strength, isExact, families, count }: Compared,
  one: RawProduct,
  others: readonly RawProduct[],
  person: Person,
): string | null {
  if (!strength) return 'it does not say how sure it is';
  const holdsIn = (other: RawProduct, family: RawFamily) => {
    if (areUnlike(one.id, other.id)) return false;
    const [low, high] = side === 'lower' ? [one, other] : [other, one];
    if (strength === 'by estimate') return muchHigherIn(high, low, person).includes(family);
    const holds = lowerBy(low, high, family, person);
    return isExact ? holds === strength : isCarried(strength, holds);
  };
  const holding = others.filter((other) =>
    families.length > 0
      ? families.every((family) => holdsIn(other, family))
      : RAW_FAMILIES.some((family) => holdsIn(other, family)),
  );
  const needed = count ?? 1;
  if (holding.length >= needed) return null;
  const unlike = others.filter((other) => areUnlike(one.id, other.id));
  const why = unlike.length > 0 ? `; unlike: ${unlike.map(({ id }) => id).join(', ')}` : '';
  return `${side} ${strength} holds of ${holding.length} of ${others.length}, not of ${needed}${why}`;
}

/** What bounds part can be told apart. */
export function falselyAlike(
  one: RawProduct,
  others: readonly RawProduct[],
  person: Person,
): string | null {
  for (const other of others.filter(({ id }) => !areUnlike(one.id, id))) {
    const apart = RAW_FAMILIES.filter(
      (family) => lowerBy(one, other, family, person) ?? lowerBy(other, one, family, person),
    );
    if (apart.length > 0) return `${apart.join(', ')} part from those of ${other.name}`;
  }
  return null;
}

/** `(2 against 3 to 5)`. */
function falseSamples(sentence: string, one: RawProduct, others: readonly RawProduct[]) {
  const [, own, least, most] = /\((\d+) against (\d+)(?: to (\d+))?\)/.exec(sentence) ?? [];
  if (own === undefined) return null;
  if (Number(own) !== one.samples.length) return `it has ${one.samples.length} samples`;
  const counts = others.map(({ samples }) => samples.length);
  const isThere = [least, most].every((count) => !count || counts.includes(Number(count)));
  return isThere ? null : `the others have ${counts.join(', ')} samples`;
}

/** The families in which a product is higher than another of its kind, by samples or by much by estimate. */
export function higherIn(one: RawProduct, kind: readonly RawProduct[]): RawFamily[] {
  const person = ownPerson(one);
  const others = kind.filter((other) => other !== one && !areUnlike(one.id, other.id));
  return RAW_FAMILIES.filter((family) =>
    others.some(
      (other) =>
        lowerBy(other, one, family, person) !== null ||
        muchHigherIn(one, other, person).includes(family),
    ),
  );
}

/** Why a product may not stand at the head of its kind; null where it may. */
export function falseHead(one: RawProduct, kind: readonly RawProduct[]): string | null {
  const person = ownPerson(one);
  const others = kind.filter((other) => other !== one && !areUnlike(one.id, other.id));
  const isLower = others.some((other) =>
    RAW_FAMILIES.some((family) => lowerBy(one, other, family, person)),
  );
  if (!isLower) return 'it is lower than none of its kind';
  for (const other of others) {
    const higher = RAW_FAMILIES.filter((family) => lowerBy(other, one, family, person));
    if (higher.length > 0) return `it is higher than ${other.name} in ${higher.join(', ')}`;
    const much = muchHigherIn(one, other, person);
    if (much.length > 0)
      return `by estimate it is 1.5 times as high as ${other.name} in ${much.join(', ')}`;
  }
  return null;
}

/** Whether a product is known to be over a limit by the limit's own substance, for whoever it is for. */
export function isOver(product: RawProduct): boolean {
  return RAW_FAMILIES.some(
    (family) => standOf(product, family, ownPerson(product), 'EFSA') === 'own above',
  );
}
