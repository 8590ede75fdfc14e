import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Groups {
  /** Groups beside each other. */
  atOnce: number;
  /** Of one group. */
  most: number;
  /** Where small groups follow each other closely, the next one waits so long for company. */
  pauseMs?: number;
}

/** A group that is larger has its company without waiting for it. */
const FEW = 5;
/** In pauses: a group that began no longer ago is close. */
const CLOSE = 10;

/**
 * Has the same work done for many at once: what comes while others are being worked on waits for
 * them and is then taken together, in the order it came. Without a `pauseMs`, nothing waits for
 * company. `work` resolves to one result for each, in their order, and does everything or nothing:
 * where a group fails, each of it is tried alone, and stands or falls by itself.
 */
export function inGroups<Item, Result>(
  { atOnce, most, pauseMs = 0 }: Groups,
  work: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let last = { atMs: -Infinity, size: 0 };

  async function workOn(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(group.map(({ item }) => item));
      group.forEach(({ resolve }, at) => resolve(results[at] as Result));
    } catch (error) {
      if (group.length === 1) return group[0]?.reject(error);
      await Promise.all(group.map((one) => workOn([one])));
    }
  }

  async function drain(): Promise<void> {
    const isClose = performance.now() - last.atMs < CLOSE * pauseMs;
    if (isClose && last.size <= FEW) await sleep(pauseMs);
    while (waiting.length > 0) {
      const group = waiting.splice(0, most);
      last = { atMs: performance.now(), size: group.length };
      await workOn(group);
    }
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running === atOnce) return;
      running += 1;
      // What comes in the same turn of the loop belongs to the first group.
      setImmediate(() => void drain());
    });
}
