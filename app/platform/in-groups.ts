interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Has the same work done for many at once: what comes while others are being worked on waits for
 * them and is then taken together, in the order it came, `most` of them in one group and `atOnce` groups
 * beside each other; nothing waits longer to be joined. `work` resolves to one result for each, in their
 * order, and does everything or nothing: where a group fails, each of it is tried alone, and stands or
 * falls by itself.
 */
export function inGroups<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { atOnce, most } = { atOnce: 1, most: 100 },
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;

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
    while (waiting.length > 0) await workOn(waiting.splice(0, most));
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
