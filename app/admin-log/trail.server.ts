import { z } from '@hono/zod-openapi';
import { and, asc, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm';
import type { ActionName } from './action-names.ts';
import type { Administrator } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, undoable, type Tx } from '#app/database/db.server.ts';
import { isDay } from '#app/testing/promise.ts';
import { adminActions } from '#db/schema.ts';

/** Who does something: an administrator, or what stands in for one. */
export type Actor =
  | Pick<Administrator, 'id' | 'email'>
  | { actor: 'command line' | 'ADMIN_EMAILS' | 'the clock' };

export interface Action {
  action: ActionName;
  /** What it is done to, such as `product 1001`. */
  subject: string;
  /** What was changed, as it was and as it is, where anything stood or stands there; never a secret. */
  before?: unknown;
  after?: unknown;
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
export function administer<T>(
  by: Actor,
  work: (tx: Tx, note: (action: Action) => Promise<void>) => Promise<T>,
): Promise<T> {
  return undoable<T>(async (tx, undo) => {
    let isNoted = false;
    const done = await work(tx, async (action) => {
      await record(tx, by, action);
      isNoted = true;
    });
    return isNoted ? done : undo(done);
  });
}

/** What the trail is narrowed to, as it stands in an address; what is left out narrows nothing. */
export const trailQuery = z.object({
  /** Who did it: an administrator's address, `command line`, or what else stood in for one. */
  actor: z.string().max(320).optional(),
  action: z.string().max(60).optional(),
  /** A product's code: what was done to it, and to money that was given to it. */
  product: z.coerce.number().int().min(1).max(999_999_999).optional(),
  /** In UTC; the database knows no day before the year 1 or after 9999. */
  day: z.iso.date().refine(isDay).optional(),
});

export type TrailFilter = z.output<typeof trailQuery>;

/** The fields of the form as they were typed; undefined where one of them is no filter. */
export function readTrailFilter(typed: Record<keyof TrailFilter, string>): TrailFilter | undefined {
  const given = Object.entries(typed).filter(([, text]) => text.trim() !== '');
  return trailQuery.safeParse(Object.fromEntries(given)).data;
}

/**
 * What was done, the newest first: at most `limit`, older than the row `beforeId` where it is given,
 * and only what `filter` names.
 */
export async function listActions({
  limit,
  beforeId,
  ...filter
}: TrailFilter & { limit: number; beforeId?: number | undefined }) {
  const { actorId: _id, ...shown } = getTableColumns(adminActions);
  const { id, at, actor, action } = adminActions;
  const { product, day } = filter;
  const dayStart = day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
  return db()
    .select(shown)
    .from(adminActions)
    .where(
      and(
        beforeId === undefined ? undefined : lt(id, beforeId),
        filter.actor === undefined ? undefined : eq(actor, filter.actor),
        filter.action === undefined ? undefined : eq(action, filter.action),
        dayStart && gte(at, dayStart),
        dayStart && lt(at, new Date(dayStart.getTime() + 86_400_000)),
        product === undefined ? undefined : isAbout(product),
      ),
    )
    .orderBy(desc(id))
    .limit(limit);
}

/** A product itself, its samples, money that is or was given to it, and files with its results. */
function isAbout(product: number) {
  const about = `product ${product}`;
  const file = { aboutProductId: product };
  const published = { products: [{ product }] };
  // Two ways, each by what is cheap for it: an index of subjects, and rows of few kinds.
  return sql`${adminActions.id} in (
    select a.id from ${adminActions} a join (
      select ${about} as subject
      union all select ${about} || ' sample ' || number from test_samples where product_id = ${product}
      union all select 'contribution ' || id from contributions where product_id = ${product}
      union all select 'refund request ' || q.id from refund_requests q
        join contributions c on c.id = q.contribution_id where c.product_id = ${product}
      union all select kind || r.id from refunds r
        join contributions c on c.id = r.contribution_id
        cross join (values ('refund '), ('unmatched '), ('unmatched refund ')) kinds (kind)
        where c.product_id = ${product}
      union all select 'order ' || order_id from order_lines where product_id = ${product}
      union all select 'dispute ' || d.id from disputes d
        join order_lines l on l.order_id = d.order_id where l.product_id = ${product}
    ) named on named.subject = a.subject
    union all select id from ${adminActions}
    where action in ('upload-results', 'publish-results')
      and (after @> ${JSON.stringify(file)}::jsonb or after @> ${JSON.stringify(published)}::jsonb)
    union all select id from ${adminActions}
    where action in ('refund-contribution', 'grant-refund', 'decline-refund')
      and after @> ${JSON.stringify({ product })}::jsonb)`;
}

/** Everybody who has done something, and every kind of thing that was done, in alphabetical order. */
export async function listDone(): Promise<{ actors: string[]; actions: string[] }> {
  const { actor, action } = adminActions;
  const actors = await db().selectDistinct({ actor }).from(adminActions).orderBy(asc(actor));
  const actions = await db().selectDistinct({ action }).from(adminActions).orderBy(asc(action));
  return {
    actors: actors.map((row) => row.actor),
    actions: actions.map((row) => row.action),
  };
}
