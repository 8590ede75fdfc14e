import { createHash } from 'node:crypto';
import { seeded, type Random } from './random.ts';
import { makeWeather, type Weather } from './weather.ts';

/** A product of the plan by its place among the products, and whole dollars. */
export type Command = [product: number, dollars: number];

/** What a visitor means to do. `which` chooses among what this visitor has made so far. */
export type Operation =
  | { does: 'fund' | 'fund several' | 'fight for the rest'; items: Command[]; card: string }
  | { does: 'abandon'; items: Command[] }
  /** The session is expired at Stripe while its buyer pays, or while nobody does. */
  | { does: 'expire'; items: Command[]; isPaid: boolean }
  | { does: 'pay by bank'; items: Command[]; outcome: 'succeeded' | 'failed' | 'returned' }
  | { does: 'donate'; dollars: number; atOnce: AtOnce; purpose: Purpose }
  | { does: 'subscribe'; dollars: number; atOnce: AtOnce; purpose: Purpose }
  | { does: 'renew'; which: number; fails: boolean; atOnce: AtOnce }
  | { does: 'refund'; which: number; share: number }
  /** To a product, or the project. */
  | { does: 'move'; which: number; share: number; to: number }
  | { does: 'refund a product'; product: number }
  | {
      does: 'dispute';
      which: number;
      isInquiry: boolean;
      refundsFirst: boolean;
      /** Of the payment; 1 is all of it. */
      share: number;
    }
  | { does: 'close a dispute'; which: number; outcome: 'won' | 'lost'; share: number }
  | { does: 'decide again'; which: number }
  /** A payment in the same account that the site knows nothing of, of which `back` is sent back. */
  | {
      does: 'pay elsewhere';
      cents: number;
      how: Elsewhere;
      back: number;
      /** What was sent back comes back, of euros at another rate. */
      fails: boolean;
      /** So much of it is contested. */
      contested: number;
    }
  /** A payout, a fee, a reserve: what moves the balance without any payment. */
  | { does: 'move the balance'; type: string; cents: number };

/** What the bank, or the provider's own dashboard, does to a payment before it can be recorded. */
/** What a gift without a product is for. */
type Purpose = 'project' | 'closest' | 'closest:pantry' | 'closest:panel:metals';

export type AtOnce = 'nothing' | 'contested' | 'sent back';

/** By a payment link, an invoice of the dashboard's, or in euros, which may come to dollars. */
export type Elsewhere = 'link' | 'directly' | 'euros' | 'euros to dollars';

/** One thing that a visitor does, and how. */
export type Step = Operation & {
  /** Clears the cookie before it: somebody else. */
  isNewBrowser: boolean;
  /** Opens the success page after paying, without waiting for any webhook. */
  looks: boolean;
};

export type Kill = { afterMs: number; victim: 0 | 1 | 'both' };

/** The least and the most. */
export type Range = [min: number, max: number];

export interface Plan {
  seed: number;
  /** Dollars that each product needs. */
  targets: number[];
  visitors: Step[][];
  kills: Kill[];
  weathers: Weather[];
  /** For the sandbox's own randomness. */
  faultSeed: number;
  /** The first characters of the plan's hash: two runs of one plan show the same. */
  digest: string;
}

export const VISITORS = 16;

/** What a test for metals needs: each other product is one, of the item before it. */
export const METALS_DOLLARS = 825;

const WEIGHTS = {
  fund: 30,
  'fund several': 16,
  'fight for the rest': 13,
  abandon: 4,
  expire: 4,
  'pay by bank': 6,
  donate: 4,
  subscribe: 4,
  renew: 5,
  refund: 7,
  move: 8,
  dispute: 4,
  'close a dispute': 3,
  'decide again': 2,
  'pay elsewhere': 5,
  'move the balance': 3,
};

const AT_ONCE: Record<AtOnce, number> = { nothing: 76, contested: 12, 'sent back': 12 };

/** What moves the balance of its own accord, and from how many cents to how many. */
const MOVEMENTS: Record<string, Range> = {
  payout: [-20_000, -100],
  payout_failure: [100, 5_000],
  topup: [100, 10_000],
  stripe_fee: [-300, -1],
  tax_fee: [-100, -1],
  network_cost: [-100, -1],
  reserve_transaction: [-5_000, 5_000],
  adjustment: [-300, 300],
};

/**
 * Stripe's test cards: pays; its refunds take their time; its refunds fail after all; the payment is
 * contested as soon as it is made; one issued abroad, of which more is kept.
 */
const CARDS = {
  '4242424242424242': 81,
  '4000000000007726': 7,
  '4000000000005126': 5,
  '4000000000000259': 3,
  '4000008260000000': 4,
};

/** Everything that the seed decides, before anything runs; `killEveryMs` is the time between kills. */
export function makePlan(seed: number, operations: number, killEveryMs: Range): Plan {
  const random = seeded(seed);
  const catalogue = makeCatalogue(random, operations);
  const perVisitor = Math.ceil(operations / VISITORS);
  const visitors = Array.from({ length: VISITORS }, (_, who) =>
    makeVisitor(random.fork(), catalogue, perVisitor, who),
  );
  const kills = Array.from({ length: 500 }, () => makeKill(random, killEveryMs));
  const weathers = Array.from({ length: 200 }, (_, at) => makeWeather(random, at));
  const faultSeed = random.integer(1, 2_147_483_647);
  const plan = { seed, targets: catalogue.targets, visitors, kills, weathers, faultSeed };
  const digest = createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 8);
  return { ...plan, digest };
}

interface Catalogue {
  targets: number[];
  /** The ones that will be taken off the list come first, then the ordinary ones. */
  doomed: number;
  ordinary: number;
  hot: number;
}

/** Products that fill up slowly, some that will be removed, and small ones that all want at once. */
function makeCatalogue(random: Random, operations: number): Catalogue {
  const doomed = Math.max(1, Math.round(operations / 400));
  const ordinary = Math.max(4, Math.round(operations / 20));
  const hot = Math.max(2, Math.round(operations / 45));
  const targets = [
    ...Array.from({ length: doomed + ordinary }, (_, at) =>
      at % 2 === 0 ? 1_275 : METALS_DOLLARS,
    ),
    ...Array.from({ length: hot }, () => random.integer(8, 30) * 10),
  ];
  return { targets, doomed, ordinary, hot };
}

function makeVisitor(random: Random, catalogue: Catalogue, length: number, who: number): Step[] {
  return Array.from({ length }, (_, at) => {
    const operation = makeOperation(random, catalogue, at / length);
    // Each product that is to go is taken off the list by one visitor, late, when it has money.
    const product = who + (at - Math.floor(length * 0.75)) * VISITORS;
    const isRemoval = product >= 0 && product < catalogue.doomed;
    return {
      ...(isRemoval ? { does: 'refund a product' as const, product } : operation),
      isNewBrowser: random.chance(0.35),
      looks: random.chance(0.5),
    };
  });
}

function makeOperation(random: Random, catalogue: Catalogue, progress: number): Operation {
  const does = random.weighted(WEIGHTS);
  const which = random.integer(0, 9_999);
  const listed = catalogue.doomed + catalogue.ordinary;
  const input = (): Command => {
    return [random.integer(0, listed - 1), dollars(random)];
  };
  const several = (product: number): Command => [product, dollars(random)];
  switch (does) {
    case 'fund':
      return { does, items: [input()], card: random.weighted(CARDS) };
    case 'fund several': {
      const first = random.integer(0, listed - 1);
      const many = Math.min(random.integer(2, 5), listed);
      const items = Array.from({ length: many }, (_, at) => several((first + at * 7) % listed));
      return { does, items: distinct(items), card: random.weighted(CARDS) };
    }
    case 'fight for the rest': {
      // All visitors come by the same small products at about the same time.
      const hot = listed + Math.min(catalogue.hot - 1, Math.floor(progress * catalogue.hot));
      return { does, items: [[hot, random.integer(5, 60)]], card: '4242424242424242' };
    }
    case 'abandon':
      return { does, items: [input()] };
    case 'expire':
      return { does, items: [input()], isPaid: random.chance(0.6) };
    case 'pay by bank':
      return {
        does,
        items: [input()],
        outcome: random.weighted({ succeeded: 5, failed: 3, returned: 2 }),
      };
    case 'donate':
    case 'subscribe': {
      const purpose = random.weighted({
        closest: 3,
        'closest:pantry': 1,
        'closest:panel:metals': 1,
        project: 1,
      });
      const atOnce = random.weighted(AT_ONCE);
      return { does, dollars: random.integer(5, 90), atOnce, purpose };
    }
    case 'renew':
      return { does, which, fails: random.chance(0.25), atOnce: random.weighted(AT_ONCE) };
    case 'refund':
      return { does, which, share: random.integer(0, 4) };
    case 'move':
      return { does, which, share: random.integer(0, 4), to: random.integer(0, listed + 1) };
    case 'dispute':
      return {
        does,
        which,
        isInquiry: random.chance(0.3),
        refundsFirst: random.chance(0.3),
        share: random.chance(0.5) ? 1 : random.integer(1, 99) / 100,
      };
    case 'close a dispute':
      return {
        does,
        which,
        outcome: random.chance(0.5) ? 'won' : 'lost',
        share: random.chance(0.5) ? 1 : random.integer(0, 99) / 100,
      };
    case 'decide again':
      return { does, which };
    case 'pay elsewhere':
      return {
        does,
        cents: random.integer(100, 9_000),
        how: random.weighted({ link: 5, directly: 3, euros: 2, 'euros to dollars': 2 }),
        back: random.pick([0, 0, 0.4, 1]),
        fails: random.chance(0.4),
        contested: random.pick([0, 0, 0, 0.3, 1]),
      };
    case 'move the balance': {
      const type = random.pick(Object.keys(MOVEMENTS));
      // Nothing at all is no movement.
      return { does, type, cents: random.integer(...MOVEMENTS[type]!) || 1 };
    }
  }
}

/** Mostly small change, now and then a lot. */
function dollars(random: Random): number {
  return random.chance(0.1) ? random.integer(80, 300) : random.integer(1, 50);
}

function distinct(items: Command[]): Command[] {
  return [...new Map(items).entries()];
}

function makeKill(random: Random, [min, max]: Range): Kill {
  const victim = random.chance(0.12) ? 'both' : (random.integer(0, 1) as 0 | 1);
  return { afterMs: random.integer(min, max), victim };
}
