import type { Tx } from './db.server.ts';

/**
 * Does something in a savepoint. Where it comes to nothing (undefined), what it wrote is undone, and the
 * locks that it took are let go: others may be taken then, in their order.
 */
export async function inSavepoint<T>(
  tx: Tx,
  work: (within: Tx) => Promise<T | undefined>,
): Promise<T | undefined> {
  const nothing = new Error('a savepoint came to nothing');
  return tx
    .transaction(async (within) => {
      const done = await work(within);
      if (done === undefined) throw nothing;
      return done;
    })
    .catch((error: unknown) => {
      if (error !== nothing) throw error;
      return undefined;
    });
}
