import { desc, eq, getTableColumns, lt } from 'drizzle-orm';
import type { ActionName } from './action-names.ts';
import type { Administrator } from '#app/platform/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { adminActions } from '#db/schema.ts';

/** Who does something: an administrator, or what stands in for one. */
export type Actor = Administrator | { actor: 'command line' | 'ADMIN_EMAILS' | 'the clock' };

export interface Action {
  action: ActionName;
  /** What it is done to, such as `product 1001`. */
  subject: string;
  /** What was changed, as it was and as it is; never a secret. */
  before: unknown;
  after: unknown;
}

/** Writes down what is being done, in the transaction that does it. */
export async function record(tx: Tx, by: Actor, action: Action): Promise<void> {
  const who = 'actor' in by ? by : { actor: by.email, actorId: by.id };
  await tx.insert(adminActions).values({ ...action, ...who, at: now() });
}

/**
 * The way that every write of an administrator goes: one transaction, in which `work` changes
 * something and says what by `note`. Where it says nothing, nothing is changed: what it did is undone,
 * and what it returns is a refusal.
 */
export async function administer<T>(
  by: Actor,
  work: (tx: Tx, note: (action: Action) => Promise<void>) => Promise<T>,
): Promise<T> {
  const refusal = new Undone<T>();
  try {
    return await db().transaction(async (tx) => {
      let isNoted = false;
      const done = await work(tx, async (action) => {
        await record(tx, by, action);
        isNoted = true;
      });
      if (isNoted) return done;
      refusal.value = done;
      throw refusal;
    });
  } catch (error) {
    if (error === refusal) return refusal.value as T;
    throw error;
  }
}

/** Rolls a transaction back that has come to a refusal. */
class Undone<T> extends Error {
  value: T | undefined;
}

/** What was done to one thing, the newest first: at most `limit`. */
export async function listActionsOn(subject: string, limit: number) {
  const { id, at, actor, action, before, after } = adminActions;
  return db()
    .select({ id, at, actor, action, before, after })
    .from(adminActions)
    .where(eq(adminActions.subject, subject))
    .orderBy(desc(adminActions.id))
    .limit(limit);
}

/** What was done, the newest first: at most `limit`, older than the row `beforeId` where it is given. */
export async function listActions({ limit, beforeId }: { limit: number; beforeId?: number }) {
  const { actorId: _id, ...shown } = getTableColumns(adminActions);
  return db()
    .select(shown)
    .from(adminActions)
    .where(beforeId === undefined ? undefined : lt(adminActions.id, beforeId))
    .orderBy(desc(adminActions.id))
    .limit(limit);
}
