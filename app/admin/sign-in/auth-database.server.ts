import { AsyncLocalStorage } from 'node:async_hooks';
import { db, type Db, type Tx } from '#app/database/db.server.ts';

const running = new AsyncLocalStorage<Tx>();

/**
 * Runs `work` in one transaction, with all that better-auth reads and writes meanwhile: what it
 * changes and what the trail says of it are stored together or not at all.
 */
export function inOneTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().transaction((tx) => running.run(tx, () => work(tx)));
}

/** The database as better-auth sees it: the transaction that is under way, else the pool. */
export const authDatabase = new Proxy({} as Db, {
  get(_, key) {
    const now = running.getStore() ?? db();
    const value: unknown = Reflect.get(now, key);
    return typeof value === 'function' ? value.bind(now) : value;
  },
});
