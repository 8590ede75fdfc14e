import { howTested, variantOf } from '#app/catalogue/comparable.ts';
import { capitalized, listed, spelled } from '#app/kit/text.ts';
import { ticksOf } from '#app/results/answers/assess.ts';
import {
  comparedIn,
  pageOrder,
  type Placed,
  type RankedKind,
} from '#app/results/rank/rank-kind.ts';
import type { TestedContender } from '#app/results/rank/ranked-kind.server.ts';
import { whyApart, type Contender } from '#app/results/rank/standings.ts';
import { ofOthers, placeLines } from '#app/results/rank/which-is-lowest.ts';
import { HOLDS, inNamedOrder, limitsText } from '#app/results/answers/limit-words.ts';
import { chemicalOf } from '#app/toxicology/chemicals.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import { ownSubstance } from '#app/toxicology/limit-verdicts.ts';

/** A tested product as a kind's page lists it. */
export type ListedProduct = ReturnType<typeof listedProduct>;

/** Without places, of what is not ranked. */
export function listedProduct(
  { id, name, row, own }: TestedContender,
  family: Family,
  places: string[] = [],
) {
  const { marks } = own[family];
  return {
    id,
    name,
    /** Of all families. */
    verdict: row.sentence,
    /** How it stands against the others, or why it does not, in a sentence each. */
    places,
    /** Of the family that is shown. */
    strip: { family, marks },
    /** How that stands under each authority; empty where it is not rated. */
    limits: ticksOf(own[family], row.not_food),
  };
}

/** The parts of a kind's page that hold any, in order, as one family shows them. */
export function kindParts(
  ranked: RankedKind<TestedContender>,
  family: Family,
): { title: string; why?: string; products: ListedProduct[] }[] {
  const { lower, leaning, alike, mixed, higher, apart } = ranked;
  const placed = (one: Placed<TestedContender>) =>
    listedProduct(one.product, family, placeLines(one));
  const othersOf = (one: TestedContender) => pageOrder(ranked).filter((other) => other !== one);
  const those = alike.map(({ product }) => product);
  return [
    { title: 'Lower in some family, higher in none', products: lower.map(placed) },
    {
      title: 'Lower in some family, higher in some by best estimate',
      products: leaning.map(placed),
    },
    {
      title: comparedIn(ranked).length === 1 ? 'Tested' : 'Can’t be told apart',
      products: alike.map((one) =>
        those.length > 1
          ? listedProduct(one.product, family, seenLines(one.product, those))
          : placed(one),
      ),
    },
    { title: 'Lower in some family, higher in some', products: mixed.map(placed) },
    { title: 'Higher in some family', products: higher.map(placed) },
    {
      title: 'Not compared',
      why: apartText(ranked),
      products: apart.map((one) => listedProduct(one, family, whyApart(one, othersOf(one)))),
    },
  ].filter(({ products }) => products.length > 0);
}

/** What was seen, family by family, where it differs among those that bounds don't part. */
function seenLines(product: Contender, alike: readonly Contender[]): string[] {
  const others = alike.filter((other) => other !== product);
  return families.flatMap(({ key, name }) => {
    const own = product.spreads[key]?.found;
    const theirs = others.flatMap(({ spreads }) => spreads[key] ?? []);
    const found = theirs.filter((one) => one.found.length > 0).length;
    if (!own || (own.length > 0 ? found === theirs.length : found === 0)) return [];
    const of = (count: number) => ofOthers(count, theirs.length);
    return own.length > 0
      ? `${name}: ${listed(own.map((one) => chemicalOf(one).abbreviation))} measured in it, none in ${of(theirs.length - found)}.`
      : `${name}: none found${product.spreads[key]?.isBeside ? ' that counts' : ''} in it, but in ${of(found)}.`;
  });
}

/** Why some of a kind are not compared, a sentence for each reason; empty where all are. */
export function apartText(ranked: RankedKind): string {
  const items = pageOrder(ranked).filter(({ id }) => !variantOf(id));
  const states = [...new Set(items.flatMap(({ id }) => howTested(id) ?? []))];
  const isApart = (is: boolean) =>
    ranked.apart.some(({ id }) => (variantOf(id) !== undefined) === is);
  return [
    isApart(false)
      ? states.length > 1
        ? `Products tested in different states are not compared, as a serving of each is a different thing: ${states.join('; ')}.`
        : 'What nobody has recorded the state of in which it was tested is not compared.'
      : '',
    isApart(true)
      ? 'The same product under other conditions is not compared with itself, and is no alternative to it.'
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * How many are within whose limit in a family, in sentences: `All four are within the U.S. (EPA) limit for
 * certain. The European limit: one not known, three above.` Empty where none is rated.
 */
export function limitsOfAll(
  family: Family,
  products: readonly Pick<ListedProduct, 'limits'>[],
): string {
  const all = products.map(({ limits }) => limits).filter(({ length }) => length > 0);
  const [first = []] = all;
  const own = ownSubstance(family);
  const said: Record<string, string> = {
    ...HOLDS,
    above: 'above',
    above_if_counted: `above if others count as ${own ? chemicalOf(own).abbreviation : 'it'}`,
    unseen: 'not known',
  };
  const which =
    all.length === 1 ? 'It is' : all.length === 2 ? 'Both are' : `All ${spelled(all.length)} are`;
  const stands = inNamedOrder(first).map(({ authority }) => {
    const ways = all.map((limits) => {
      const one = limits.find((its) => its.authority === authority);
      return one?.holds ?? one?.verdict ?? 'unseen';
    });
    const [way = '', ...others] = new Set(ways);
    const isWithin = ways.every((one) => one in HOLDS);
    const counts = [way, ...others].map((one) => {
      const count = spelled(ways.filter((its) => its === one).length);
      return `${count} ${!isWithin && one in HOLDS ? 'within ' : ''}${said[one]}`;
    });
    const how = others.length > 0 ? `: ${listed(counts)}` : ` ${said[way]}`;
    const text = (limits: string) => {
      if (isWithin) return `${which} within ${limits}${how}.`;
      if (way === 'unseen' && others.length === 0) return `About ${limits} these tests can’t tell.`;
      return `${capitalized(limits)}: ${listed(counts)}.`;
    };
    return { authority, text };
  });
  // Limits of which the same is said share a sentence.
  return [...Map.groupBy(stands, ({ text }) => text('')).values()]
    .flatMap((those) => those[0]?.text(limitsText(those.map(({ authority }) => authority))) ?? [])
    .join(' ');
}
