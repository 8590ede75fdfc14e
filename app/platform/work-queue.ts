import { config } from '#app/config.ts';

/** As much is waiting as may wait, or work was given up for now; whoever asked should come back later. */
export class BusyError extends Error {
  override name = 'BusyError';

  constructor(why = 'as much is waiting as may wait') {
    super(why);
  }
}

/** Somebody's work that has no place yet. */
interface Waiting {
  goOn(): void;
  giveUp(error: BusyError): void;
}

/**
 * Runs costly work a few at a time, in the order it came; `who` asks for it, and those who wait take turns,
 * so that one who asks for a thousand things delays the others by one. Past `waitingMax`, who has the most
 * waiting is refused with a `BusyError`: a queue that grows helps nobody. Both are for all that serve pages
 * together: each process has its part of them, and one at least. With `together`, those who wait are let
 * in once no more than half of the places are taken, so that they may ask together for what they need.
 */
export function workQueue(forAll: { atOnce: number; waitingMax: number; together?: boolean }) {
  const [atOnce, waitingMax] = [partOfOne(forAll.atOnce), partOfOne(forAll.waitingMax)];
  const letInAt = forAll.together ? Math.floor(atOnce / 2) : atOnce - 1;
  let [running, waits] = [0, 0];
  /** Whose turn is next stands first. */
  const waiting = new Map<string, Waiting[]>();
  function turn(who: string): Promise<void> {
    if (waits >= waitingMax) refuseOne(who);
    waits += 1;
    return new Promise((goOn, giveUp) => {
      const own = waiting.get(who) ?? [];
      own.push({ goOn, giveUp });
      waiting.set(who, own);
    });
  }
  /** Makes room for `who`; throws where nobody has more waiting. */
  function refuseOne(who: string): void {
    const [most] = [...waiting.values()].toSorted((a, b) => b.length - a.length);
    const isTheirs = (waiting.get(who)?.length ?? 0) + 1 >= (most?.length ?? 0);
    if (isTheirs) throw new BusyError();
    most?.pop()?.giveUp(new BusyError());
    waits -= 1;
  }
  function next(): void {
    const [first] = waiting;
    if (!first) return;
    const [who, own] = first;
    waiting.delete(who);
    // Theirs before they go on.
    running += 1;
    waits -= 1;
    own.shift()?.goOn();
    if (own.length > 0) waiting.set(who, own);
  }
  return async function run<T>(work: () => Promise<T>, who = ''): Promise<T> {
    // Nobody who comes now may overtake those who wait.
    if (running < atOnce && waits === 0) running += 1;
    else await turn(who);
    try {
      return await work();
    } finally {
      running -= 1;
      if (running <= letInAt) for (let free = atOnce - running; free > 0; free -= 1) next();
    }
  };
}

function partOfOne(ofAll: number): number {
  return Math.max(1, Math.floor(ofAll / config().PROCESSES));
}
