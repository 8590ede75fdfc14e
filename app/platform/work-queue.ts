import { config } from '#app/config.ts';

/** As much is waiting as may wait, or work was given up for now; whoever asked should come back later. */
export class BusyError extends Error {
  override name = 'BusyError';

  constructor(why = 'as much is waiting as may wait') {
    super(why);
  }
}

/**
 * Runs costly work a few at a time, in the order it came. Past `waitingMax` it is refused at once
 * with a `BusyError`: a queue that grows helps nobody. Both are for all that serve pages
 * together: each process has its part of them, and one at least. With `together`, those who wait are let
 * in once no more than half of the places are taken, so that they may ask together for what they need.
 */
export function workQueue(forAll: { atOnce: number; waitingMax: number; together?: boolean }) {
  const [atOnce, waitingMax] = [partOfOne(forAll.atOnce), partOfOne(forAll.waitingMax)];
  const letInAt = forAll.together ? Math.floor(atOnce / 2) : atOnce - 1;
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    // Nobody who comes now may overtake those who wait.
    if (running < atOnce && waiting.length === 0) running += 1;
    else if (waiting.length < waitingMax) await new Promise<void>((turn) => waiting.push(turn));
    else throw new BusyError();
    try {
      return await work();
    } finally {
      running -= 1;
      if (running <= letInAt) {
        const next = waiting.splice(0, atOnce - running);
        // Theirs before they go on.
        running += next.length;
        for (const goOn of next) goOn();
      }
    }
  };
}

function partOfOne(ofAll: number): number {
  return Math.max(1, Math.floor(ofAll / config().PROCESSES));
}
