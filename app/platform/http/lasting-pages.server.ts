import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { byteCache } from './byte-cache.ts';
import { bytesOfMade, packed, type Made } from './shared-answers.server.ts';

/** How long what a page is made of is taken for what it is now: a page is behind by so much at most. */
const SECONDS = 1;
/** Every report of some seven hundred products, as browsers ask for it. */
const KEPT_BYTES = 32 * 1024 * 1024;
const PARTS_BYTES = 4 * 1024 * 1024;

/** One thing that a page is made of, such as the results: its value, and a text that stands for it. */
interface Part {
  value: unknown;
  stamp: string;
}

type ReadPart = (name: string, read: () => Promise<unknown>) => Promise<Part>;

interface OwnPart {
  read: () => Promise<unknown>;
  /** As the page was made of it; null where it was not read. */
  stamp: string | null;
  /** While the page is made: what else of it needs the part has the same one. */
  reading?: Promise<Part>;
}

type Parts = Map<string, OwnPart>;

const making = new AsyncLocalStorage<{ own: Parts; readPart: ReadPart }>();

/**
 * Reads a part of a page that lasts, at most once a second for everybody. The name says all that the
 * reading depends on. The page is made anew once a part of it is another.
 */
export async function partOf<T>(name: string, read: () => Promise<T>): Promise<T> {
  const page = making.getStore();
  if (!page) return read();
  const reading = page.own.get(name)?.reading ?? page.readPart(name, read);
  page.own.set(name, { read, stamp: null, reading });
  const { value, stamp } = await reading;
  page.own.set(name, { read, stamp, reading });
  return value as T; // as `read` gave it under this name
}

/** The page that is being made goes without something that failed, and is not to last. */
export function lacksSomething(): void {
  making.getStore()?.own.set('what failed', { read: async () => null, stamp: null });
}

/**
 * Keeps pages whole by their addresses, each for as long as every part that it named while it was
 * made is the same; what it is made of beside them must not change while the program runs. So many
 * bytes of them, and those asked for last.
 */
export function lastingPages() {
  const kept = new LRUCache<string, { made: Made; own: Parts }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ made }, key) => bytesOfMade(made) + key.length * 2,
  });
  const underWay = byteCache<Made>({
    bytesMax: KEPT_BYTES,
    secondsMax: SECONDS,
    bytesOf: bytesOfMade,
    isKept: () => false,
  });
  const parts = byteCache<Part>({
    bytesMax: PARTS_BYTES,
    secondsMax: SECONDS,
    bytesOf: ({ stamp }) => 2 + stamp.length * 4,
  });

  const readPart: ReadPart = (name, read) =>
    parts.once(name, async () => {
      const value = await read();
      return { value, stamp: JSON.stringify(value) ?? '' };
    });

  async function isCurrent(own: Parts): Promise<boolean> {
    try {
      for (const [name, { read, stamp }] of own) {
        if ((await readPart(name, read)).stamp !== stamp) return false;
      }
      return true;
    } catch {
      return false; // drawing it says what is wrong
    }
  }

  return async function lasting(key: string, make: () => Promise<Made>): Promise<Made> {
    const found = kept.get(key);
    if (found && (await isCurrent(found.own))) return found.made;
    return underWay.once(key, async () => {
      const own: Parts = new Map();
      const made = await making.run({ own, readPart }, make);
      const isWhole = [...own.values()].every(({ stamp }) => stamp !== null);
      if (made.status >= 400 || !isWhole) return made;
      for (const part of own.values()) delete part.reading;
      const small = await packed(made);
      kept.set(key, { made: small, own });
      return small;
    });
  };
}
