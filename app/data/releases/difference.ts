import type { Cell } from '#app/data/table.ts';

/** Keys that are named of what was added, changed, or taken out; the others are counted. */
const NAMED = 20;
/** Whole rows that are kept of what was added. */
const KEPT = 1_000;

/** With the first keys. */
const none = () => ({ count: 0, named: [] as string[] });

/** A table against the same one of the release before. */
export type TableChanges = TableDifference['changes'];

/** Finds what changed in a table as its rows come, beside the old ones in the same order. */
export class TableDifference {
  readonly changes = {
    added: none(),
    changed: none(),
    removed: none(),
    /** The first rows that were added, as JSON. */
    rows: [] as string[],
  };
  readonly #key: readonly string[];
  readonly #old: AsyncIterator<string>;
  #next: { key: Cell[]; line: string } | undefined;
  #isBegun = false;

  /** `old`: the rows as lines of JSON. */
  constructor(key: readonly string[], old: AsyncIterable<string>) {
    this.#key = key;
    this.#old = old[Symbol.asyncIterator]();
  }

  async take(key: Cell[], line: string): Promise<void> {
    if (!this.#isBegun) await this.#step();
    let order = this.#next ? orderOf(this.#next.key, key) : 1;
    while (this.#next && order < 0) {
      note(this.changes.removed, this.#next.key);
      await this.#step();
      order = this.#next ? orderOf(this.#next.key, key) : 1;
    }
    if (order > 0) {
      note(this.changes.added, key);
      if (this.changes.rows.length < KEPT) this.changes.rows.push(line);
      return;
    }
    // A column that is new stands last: what is before it is what it was.
    const old = this.#next?.line ?? '';
    if (old !== line && !line.startsWith(`${old.slice(0, -1)},`)) note(this.changes.changed, key);
    await this.#step();
  }

  async end(): Promise<TableChanges> {
    if (!this.#isBegun) await this.#step();
    for (; this.#next; await this.#step()) note(this.changes.removed, this.#next.key);
    return this.changes;
  }

  async #step(): Promise<void> {
    this.#isBegun = true;
    const { value: line, done } = await this.#old.next();
    if (done) return void (this.#next = undefined);
    const row = JSON.parse(line) as Record<string, Cell>;
    this.#next = { key: this.#key.map((name) => row[name] ?? null), line };
  }
}

function orderOf(a: readonly Cell[], b: readonly Cell[]): number {
  const at = a.findIndex((cell, place) => cell !== b[place]);
  if (at < 0) return 0;
  return (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
}

function note(count: ReturnType<typeof none>, key: readonly Cell[]): void {
  count.count += 1;
  if (count.named.length < NAMED) count.named.push(key.join(' '));
}
