/**
 * Keeps finished things by their key, `bytesMax` bytes of them: past that, what was asked for
 * longest ago goes. While a thing is being made, everyone who asks for it waits for the same one;
 * a failure is told to them all and not kept.
 */
export function byteCache<T>(bytesMax: number, bytesOf: (thing: T) => number) {
  const kept = new Map<string, T>();
  const beingMade = new Map<string, Promise<T>>();
  let bytes = 0;

  function keep(key: string, thing: T): void {
    if (bytesOf(thing) > bytesMax) return;
    kept.set(key, thing);
    bytes += bytesOf(thing);
    for (const [oldest, old] of kept) {
      if (bytes <= bytesMax) return;
      kept.delete(oldest);
      bytes -= bytesOf(old);
    }
  }

  return async function once(key: string, make: () => Promise<T>): Promise<T> {
    const found = kept.get(key);
    if (found !== undefined) {
      // To the end: it was asked for last.
      kept.delete(key);
      kept.set(key, found);
      return found;
    }
    const underWay = beingMade.get(key);
    if (underWay) return underWay;
    const making = make()
      .then((thing) => {
        keep(key, thing);
        return thing;
      })
      .finally(() => beingMade.delete(key));
    beingMade.set(key, making);
    return making;
  };
}
