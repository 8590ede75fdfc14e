import { setTimeout as sleep } from 'node:timers/promises';

/** Attempts that hang are not waited for beyond so many. */
const MOST_AT_ONCE = 8;
const REMEMBERED = 10_000;

/** When writes of a cluster, a process, or all visitors were acknowledged, and so when none was. */
export class Writes {
  /** Longer without an acknowledged write is a time without writes. */
  readonly gapMs: number;
  #timesMs: number[] = [];
  #isOver = false;

  constructor(gapMs: number) {
    this.gapMs = gapMs;
  }

  /** One was acknowledged just now. */
  note(): void {
    this.#timesMs.push(performance.now());
    if (this.#timesMs.length > REMEMBERED) this.#timesMs.splice(0, REMEMBERED / 2);
  }

  /** Tries again and again, a new one each time whether or not the last has ended. */
  async probe(everyMs: number, write: () => Promise<boolean>): Promise<void> {
    let underWay = 0;
    const tryOnce = async () => {
      if (await write().catch(() => false)) this.note();
    };
    while (!this.#isOver) {
      if (underWay < MOST_AT_ONCE) {
        underWay += 1;
        void tryOnce().finally(() => (underWay -= 1));
      }
      await sleep(everyMs);
    }
  }

  stop(): void {
    this.#isOver = true;
  }

  /**
   * When writes came back for good after a moment: the end of the last time without any that had not
   * ended before it; that moment where there never was one, and undefined where it lasts.
   */
  backSince(momentMs: number, nowMs = performance.now()): number | undefined {
    let last = this.#timesMs.findLast((time) => time <= momentMs) ?? momentMs;
    let back = momentMs;
    for (const time of this.#timesMs.filter((time) => time > momentMs)) {
      if (time - last > this.gapMs) back = time;
      last = time;
    }
    return nowMs - last > this.gapMs ? undefined : back;
  }
}
