import { undoable, type Tx } from './db.server.ts';

/**
 * Does something in a savepoint. Where it comes to nothing (undefined), what it wrote is undone, and the
 * locks that it took are let go: others may be taken then, in their order.
 */
export function inSavepoint<T>(
  tx: Tx,
  work: (within: Tx) => Promise<T | undefined>,
): Promise<T | undefined> {
  return undoable<T | undefined>(async (within, undo) => {
    const done = await work(within);
    return done === undefined ? undo(done) : done;
  }, tx);
}
