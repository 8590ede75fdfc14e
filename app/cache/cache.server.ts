import { LRUCache } from 'lru-cache';

/** All that a process keeps together, keys included: past it, what was asked for longest ago goes. */
export const CACHE_BYTES = 48 * 1024 * 1024;

/** Text, bytes, or an object: a finished answer, or one that JSON can say. */
type Entry = string | Uint8Array | object;

interface Asked {
  seconds: number;
  make(): Promise<Entry>;
}

let cache = emptyCache();

function emptyCache() {
  return new LRUCache<string, Entry, Asked>({
    maxSize: CACHE_BYTES,
    // What has expired goes at once, and not only where its room is needed.
    ttlAutopurge: true,
    // A character is two bytes at most.
    sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length + 1,
    // Whoever waits for what is being made gets it, though there is no room to keep it.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context, options }) {
      const beganMs = performance.now();
      const value = await context.make();
      const leftMs = isFailure(value) ? 0 : context.seconds * 1000 + beganMs - performance.now();
      options.ttl = Math.max(leftMs, 1); // 0 would be for ever
      return value;
    },
  });
}

/**
 * What `make` gives, made once for all who ask within so many seconds of when that began, also while
 * it is being made; a failure is told to them all and not kept. The key says all that it depends on,
 * but for the database, with whose connection everything is forgotten. Not to be changed.
 */
export async function cached<T extends Entry>(
  key: string,
  seconds: number,
  make: () => Promise<T>,
): Promise<T> {
  const value = await cache.fetch(key, { context: { seconds, make } });
  return value as T; // as `make` gave it under this key
}

/** Forgets everything; what is being made now is kept by nobody. */
export function forgetCached(): void {
  cache = emptyCache();
}

/** What is kept now, in bytes. */
export function cachedBytes(): number {
  return cache.calculatedSize;
}

function bytesOf(value: Entry): number {
  if (typeof value === 'string') return 2 * value.length;
  if (value instanceof Uint8Array) return value.byteLength;
  return 'bytes' in value ? Number(value.bytes) : 2 * JSON.stringify(value).length;
}

/** An answer that says that something failed. */
function isFailure(value: Entry): boolean {
  return typeof value === 'object' && 'status' in value && Number(value.status) >= 400;
}
