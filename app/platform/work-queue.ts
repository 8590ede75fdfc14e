import { config } from '#app/config.ts';

/** As much is waiting as may wait; whoever asked should come back later. */
export class QueueFullError extends Error {
  constructor() {
    super('as much is waiting as may wait');
    this.name = 'QueueFullError';
  }
}

/**
 * Runs costly work a few at a time, in the order it came. Past `waitingMax` it is refused at once
 * with a `QueueFullError`: a queue that grows helps nobody. Both are for all that serve pages
 * together: each process has its part of them, and one at least.
 */
export function workQueue(forAll: { atOnce: number; waitingMax: number }) {
  const [atOnce, waitingMax] = [partOfOne(forAll.atOnce), partOfOne(forAll.waitingMax)];
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else if (waiting.length < waitingMax) await new Promise<void>((turn) => waiting.push(turn));
    else throw new QueueFullError();
    try {
      return await work();
    } finally {
      // Handed on, not given back: nobody who comes now may overtake those who wait.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function partOfOne(ofAll: number): number {
  return Math.max(1, Math.floor(ofAll / config().PROCESSES));
}
