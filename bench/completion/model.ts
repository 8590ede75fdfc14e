import { seeded, type Random } from '#test/chaos/random.ts';

/*
 * Whom the simulation lets come, and with what: drawn before anything is shown to anybody, so that every
 * scenario has the same visitors with the same money. What the shapes are taken from:
 *
 * - Amounts. Kickstarter, of its first two billion dollars (2015): most pledges are 100 dollars or less,
 *   25 dollars is the most frequent one (2.4 million), and 2.6 million are of 10 or 15.
 *   https://hothardware.com/news/kickstarter-is-king-of-crowdfunding-with-2-billion-in-pledges-from-95-million-people-since-2009
 * - What people look for. The popularity of pages follows a Zipf-like law; its exponents were measured
 *   between 0.60 and 1.03 (Krashakov, Teslyuk and Shchur 2004, arXiv cs/0404010).
 * - Where that leads. Nine of ten failed Kickstarter projects do not reach 30 % of their goal (Mollick
 *   2014, The dynamics of crowdfunding); 10 % end without a single pledge, and about 80 % of those past
 *   20 % are funded (Kickstarter's own figures, 2014:
 *   https://memeburn.com/2014/03/the-internet-has-now-thrown-a-billion-dollars-at-kickstarter).
 */

export const DAYS = 365;
const PRODUCTS = 500;
/** Visitors a day who have made up their mind to give, on the average. */
const GIVERS_A_DAY = 6;
/** Of the popularity of products by their rank. */
export const ZIPF_EXPONENT = 0.8;

/** Dollars, and how often they are given, in percent. */
export const AMOUNTS: Record<string, number> = {
  5: 14,
  10: 24,
  15: 4,
  20: 18,
  25: 15,
  50: 14,
  100: 8,
  250: 2,
  500: 1,
};

/** What visitors come for, in percent. */
const PURPOSES = { product: 45, browse: 35, kind: 10, any: 10 };

/** Kinds that somebody comes for, and has a pool where there are pools; of these categories each. */
export const KINDS = ['baby', 'dairy', 'snacks'] as const;
const CATEGORIES = [
  'Baby Food',
  'Dairy',
  'Plant-Based',
  'Snacks',
  'Beverages',
  'Frozen',
  'Produce',
  'Pantry',
  'Breakfast',
  'Household',
];

export interface Product {
  id: number;
  name: string;
  category: string;
}

/**
 * Somebody who comes to give, and all their luck: numbers from 0 up to 1 that decide where several ways
 * are open, whatever a scenario then shows.
 */
export interface Visit {
  /** Days since the beginning, with the time of the day. */
  day: number;
  number: number;
  dollars: number;
  purpose: keyof typeof PURPOSES;
  /** The product, or the kind, that they come for. */
  productId: number;
  kind: (typeof KINDS)[number];
  luck: Record<'goesOn' | 'pool' | 'lane' | 'place' | 'pages', number>;
}

export interface World {
  products: Product[];
  /** In the order in which they come. */
  visits: Visit[];
}

/** A catalogue and a year of visitors, which follow from the seed alone. */
export function drawWorld(seed: number): World {
  const random = seeded(seed);
  const products = drawProducts(random.fork());
  // Numbers say nothing of how popular a product is.
  const byRank = shuffled(products, random.fork());
  const popular = weighted(byRank.map((_, at) => 1 / (at + 1) ** ZIPF_EXPONENT));
  const visits: Visit[] = [];
  const source = random.fork();
  for (let day = 0; day < DAYS; day += 1) {
    const many = poisson(GIVERS_A_DAY, source);
    const times = Array.from({ length: many }, () => source.next()).toSorted((a, b) => a - b);
    for (const time of times) {
      visits.push({
        day: day + time,
        number: visits.length + 1,
        dollars: Number(source.weighted(AMOUNTS)),
        purpose: source.weighted(PURPOSES),
        productId: byRank[popular(source.next())]!.id,
        kind: source.pick(KINDS),
        luck: {
          goesOn: source.next(),
          pool: source.next(),
          lane: source.next(),
          place: source.next(),
          pages: source.next(),
        },
      });
    }
  }
  return { products, visits };
}

function drawProducts(random: Random): Product[] {
  return Array.from({ length: PRODUCTS }, (_, at) => {
    const id = 2_001 + at;
    return { id, name: `Product ${id}`, category: random.pick(CATEGORIES) };
  });
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list];
  return list.map(() => left.splice(random.integer(0, left.length - 1), 1)[0]!);
}

/** The place in a list of weights that a number from 0 up to 1 falls on. */
function weighted(weights: number[]): (luck: number) => number {
  let sum = 0;
  const sums = weights.map((weight) => (sum += weight));
  return (luck) =>
    Math.min(
      sums.findIndex((upTo) => luck * sum < upTo),
      sums.length - 1,
    );
}

function poisson(mean: number, random: Random): number {
  const least = Math.exp(-mean);
  let many = -1;
  for (let product = 1; product > least; product *= random.next()) many += 1;
  return many;
}
