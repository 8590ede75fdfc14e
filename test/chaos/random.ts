/** Numbers that look random and follow from a seed alone. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** Between the two, both included. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the keys, each as often as its weight says. */
  weighted<K extends string>(weights: Record<K, number>): K;
  /** Another source, so that what is drawn from it changes nothing here. */
  fork(): Random;
}

/** mulberry32: small, and good enough to choose who buys what. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const random: Random = {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    },
    integer: (min, max) => min + Math.floor(random.next() * (max - min + 1)),
    chance: (probability) => random.next() < probability,
    pick<T>(list: readonly T[]): T {
      const picked = list[random.integer(0, list.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    weighted<K extends string>(weights: Record<K, number>): K {
      const entries = Object.entries(weights) as [K, number][];
      let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0]!)[0];
    },
    fork: () => seeded(random.integer(0, 4_294_967_295)),
  };
  return random;
}
