import { LRUCache } from 'lru-cache';

interface Keeping<T> {
  /** All that is kept together, keys included. */
  bytesMax: number;
  /** How long a thing is kept, from when it began to be made, where `once` says nothing else. */
  secondsMax: number;
  bytesOf(thing: T): number;
  /** Whether a thing that was made is kept at all; by default it is. */
  isKept?(thing: T): boolean;
}

interface UnderWay<T> {
  untilMs: number;
  made: Promise<T>;
}

/**
 * Keeps finished things by their key, `bytesMax` bytes of them: past that, what was asked for
 * longest ago goes, and what is past its seconds goes by itself. While a thing is being made, everyone
 * who asks for it waits for the same one; a failure is told to them all and not kept.
 */
export function byteCache<T extends object>(keeping: Keeping<T>) {
  const { bytesMax, secondsMax, bytesOf, isKept } = keeping;
  const kept = new LRUCache<string, T>({
    maxSize: bytesMax,
    // A character is two bytes at most.
    sizeCalculation: (thing, key) => bytesOf(thing) + key.length * 2,
    ttl: secondsMax * 1000,
    ttlAutopurge: true,
    perf: Date,
  });
  const beingMade = new Map<string, UnderWay<T>>();

  async function once(key: string, make: () => Promise<T>, seconds = secondsMax): Promise<T> {
    const found = kept.get(key);
    if (found) return found;
    const underWay = beingMade.get(key);
    if (underWay && underWay.untilMs > Date.now()) return underWay.made;
    const untilMs = Date.now() + seconds * 1000;
    const mine: UnderWay<T> = { untilMs, made: make() };
    beingMade.set(key, mine);
    try {
      const thing = await mine.made;
      const ttl = untilMs - Date.now();
      if (ttl > 0 && (isKept?.(thing) ?? true)) kept.set(key, thing, { ttl });
      return thing;
    } finally {
      if (beingMade.get(key) === mine) beingMade.delete(key);
    }
  }

  return { once, bytes: () => kept.calculatedSize };
}
