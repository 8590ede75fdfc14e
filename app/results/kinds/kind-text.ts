import { howTested, variantOf } from '#app/catalogue/comparable.ts';
import { listed, spelled } from '#app/kit/text.ts';
import { pageOrder, type Placed, type RankedKind } from '#app/results/rank/rank-kind.ts';
import type { TestedContender } from '#app/results/rank/ranked-kind.server.ts';
import { standingLines, whyApart, type Contender } from '#app/results/rank/standings.ts';
import { chemicalOf } from '#app/toxicology/chemicals.ts';
import { families } from '#app/toxicology/families.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';

/** A tested product as a kind's page lists it. */
export interface ListedProduct {
  id: number;
  name: string;
  verdict: string;
  /** How it stands against the others, or why it does not, in a sentence each. */
  places: string[];
}

/** Without places, of what is not ranked. */
export function listedProduct(row: RiskLevelRow, places: string[] = []): ListedProduct {
  return { id: row.product_id, name: row.name, verdict: row.sentence, places };
}

/** The parts of a kind's page that hold any, in order. */
export function kindParts(
  ranked: RankedKind<TestedContender>,
): { title: string; products: ListedProduct[] }[] {
  const { lower, alike, mixed, higher, apart } = ranked;
  const isAlone = lower.length + alike.length + mixed.length + higher.length === 1;
  const placed = (one: Placed<TestedContender>) => listedProduct(one.product.row, linesOf(one));
  const othersOf = (one: TestedContender) => pageOrder(ranked).filter((other) => other !== one);
  const those = alike.map(({ product }) => product);
  return [
    { title: 'Lower than others', products: lower.map(placed) },
    {
      title: isAlone ? 'Tested' : 'Can’t be told apart',
      products: alike.map((one) => {
        const isByEstimate = one.standings.every(({ strength }) => strength === 'estimate');
        return isByEstimate
          ? listedProduct(one.product.row, seenLines(one.product, those))
          : placed(one);
      }),
    },
    { title: 'Lower in some, higher in others', products: mixed.map(placed) },
    { title: 'Higher than others', products: higher.map(placed) },
    {
      title: 'Not compared',
      products: apart.map((one) => listedProduct(one.row, whyApart(one, othersOf(one)))),
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

/** What a kind's page answers first; `ranked` is null of what nobody takes in. */
export function whichIsLowest(tested: number, ranked: RankedKind | null): string {
  if (tested === 0) return 'None is tested so far.';
  if (tested === 1) return 'One is tested so far, so there is nothing to compare it with.';
  if (!ranked) return `${tested} are tested. Nobody eats them, so they are not ranked.`;
  const { lower, alike, mixed, higher } = ranked;
  const compared = lower.length + alike.length + mixed.length + higher.length;
  if (compared < 2) return `${tested} are tested, and no two of them can be compared.`;
  const [first, ...rest] = lower;
  if (first && rest.length > 0) {
    return `Of ${compared} compared, ${rest.length + 1} are lower than another in something, and ${NOT_HIGHER}. Which of those is lowest, these tests can’t tell.`;
  }
  if (first) {
    const lines = linesOf(first).join(' ');
    return `${first.product.name}: ${lines.charAt(0).toLowerCase()}${lines.slice(1)} It is ${NOT_HIGHER}.`;
  }
  return mixed.length + higher.length > 0
    ? `None of the ${spelled(compared)} leads: each that is lower than another in something is higher in something too, if only by best estimate.`
    : `These tests can’t tell which of the ${spelled(compared)} is lowest.`;
}

/** By samples, or by a best estimate that is half as high again. */
const NOT_HIGHER = 'in no family known to be higher, or half as high again by best estimate';

function linesOf({ standings, others }: Placed): string[] {
  return standingLines(standings, (count) => ofOthers(count, others));
}

function ofOthers(count: number, others: number): string {
  if (others === 1) return 'the other one';
  if (count < others) return `${count} of ${others} others`;
  return others === 2 ? 'both others' : `all ${others} others`;
}
