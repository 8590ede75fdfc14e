/**
 * Lets so many run at the same moment, in the order they came; whoever waits longer than `patienceMs` is
 * told what a full pool would say.
 */
export function someAtOnce(places: number, patienceMs: number) {
  let free = places;
  const waiting = new Set<() => void>();
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await turn(waiting, patienceMs);
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    }
  };
}

function turn(waiting: Set<() => void>, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      clearTimeout(late);
      waiting.delete(go);
      resolve();
    };
    const late = setTimeout(() => {
      waiting.delete(go);
      reject(new Error('timeout exceeded when trying to connect'));
    }, patienceMs);
    waiting.add(go);
  });
}
