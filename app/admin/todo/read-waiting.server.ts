import { sql } from 'drizzle-orm';
import { LISTED, type TodoKind, type Waiting } from './todo.ts';
import { holdsUpTesting } from '#app/funding/store.server.ts';
import { REFUND_DECISION_DAYS } from '#app/kit/facts.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { ANSWERED_WITHIN_DAYS } from '#app/contact/objection.ts';
import { UPLOAD_RETENTION_HOURS } from '#app/intake/result-upload.ts';
import { dayOf } from '#app/testing/promise.ts';
import { testNamed } from '#app/catalogue/test-named.server.ts';

/** A row of what waits in the tables, one statement for all of them. */
interface Row extends Record<string, unknown> {
  kind: TodoKind;
  id: string;
  cents: number | null;
  product_id: number | null;
  product: string | null;
  name: string | null;
  since: Date | string;
  due: Date | string | null;
  total: number;
}

/**
 * What waits as rows of tables: of each kind so many as are listed, those that are due or have waited
 * for longest, with how many there are.
 */
export async function readWaitingRows(): Promise<Waiting[]> {
  const { rows } = await db().execute<Row>(sql`
    select w.*, ${testNamed('p')} as product from (${disputes()}
      union all ${failedRefunds()} union all ${requests()} union all ${unmatchedMoney()}
      union all ${messages()} union all ${objections()} union all ${photos()} union all ${uploads()} union all ${firstSamples()}
      union all ${submissions()} union all ${mails()}) w
    left join products p on p.id = w.product_id`);
  return rows.map(({ kind, id, cents, product_id, product, name, since, due, total }) => ({
    kind,
    id,
    total,
    since: dayOf(new Date(since)),
    ...(due === null ? {} : { due: dayOf(new Date(due)) }),
    ...(cents === null ? {} : { cents }),
    ...(name === null ? {} : { name }),
    ...(product_id === null || product === null
      ? {}
      : { product: { id: product_id, name: product } }),
  }));
}

const NONE = sql`null::timestamptz`;
const MOST = sql.raw(String(LISTED + 1));

/** Those whose evidence is with the bank wait for the bank. A payment for several is named by none. */
const disputes = () => sql`(
  select 'dispute' as kind, d.id, d.amount_cents as cents,
    (select case when count(*) = 1 then min(product_id) end from order_lines l
     where l.order_id = d.order_id) as product_id,
    null as name, d.created_at as since, d.evidence_due_at as due,
    count(*) over ()::int as total
  from disputes d
  where closed_at is null and status in ('needs_response', 'warning_needs_response')
  order by evidence_due_at nulls last, created_at limit ${MOST})`;

const failedRefunds = () => sql`(
  select 'failed-refund', r.id::text, r.amount_cents, c.product_id, null, r.requested_at, ${NONE},
    count(*) over ()::int
  from refunds r left join contributions c on c.id = r.contribution_id
  where r.status = 'failed'
  order by r.requested_at limit ${MOST})`;

const requests = () => sql`(
  select 'refund-request', q.id::text, c.amount_cents, c.product_id, null, q.requested_at,
    q.requested_at + ${`${REFUND_DECISION_DAYS} days`}::interval, count(*) over ()::int
  from refund_requests q join contributions c on c.id = q.contribution_id
  where q.status = 'open' order by q.requested_at limit ${MOST})`;

const unmatchedMoney = () => sql`(
  select 'unmatched', id, open_cents, null::int, null, booked_at, ${NONE}, count(*) over ()::int
  from unmatched where open_cents <> 0 order by booked_at limit ${MOST})`;

const messages = () => sql`(
  select 'message', id::text, null, null, null, created_at, ${NONE}, count(*) over ()::int
  from contact_messages where answered_at is null and ground is null
  order by created_at limit ${MOST})`;

const objections = () => sql`(
  select 'objection', id::text, null, about_product_id,
    (select t.name from tested_products t where t.original_id = about_product_id), confirmed_at,
    confirmed_at + ${`${ANSWERED_WITHIN_DAYS} days`}::interval, count(*) over ()::int
  from contact_messages where answered_at is null and confirmed_at is not null
  order by confirmed_at limit ${MOST})`;

const photos = () => sql`(
  select 'photo', s.id::text, null, s.product_id, t.name, s.sent_at, ${NONE}, count(*) over ()::int
  from sent_photos s left join tested_products t on t.original_id = s.product_id
  order by s.sent_at limit ${MOST})`;

const uploads = () => sql`(
  select 'upload', id::text, null, about_product_id, file_name, uploaded_at, ${NONE},
    count(*) over ()::int
  from result_uploads
  where uploaded_at > ${now().toISOString()}::timestamptz - ${`${UPLOAD_RETENTION_HOURS} hours`}::interval
  order by uploaded_at limit ${MOST})`;

/** Nothing is bought while there are refund requests to decide first. */
const firstSamples = () => sql`(
  select 'first-sample', p.id::text, null, p.id, null, coalesce(greatest(
      (select max(greatest(c.paid_at, c.moved_at)) from contributions c
       where c.product_id = p.id and c.status = 'paid'),
      (select max(removed_at) from products gone where gone.merged_into = p.id)
    ), p.created_at), ${NONE}, count(*) over ()::int
  from products p
  where not is_demo and removed_at is null and testing_begun_at is null
    and raised_cents >= target_cents
    and not exists (select from refund_requests q join contributions c on c.id = q.contribution_id
                    where c.product_id = p.id and ${holdsUpTesting()})
  order by 6 limit ${MOST})`;

const submissions = () => sql`(
  select 'submission', id::text, null, id, null, unreviewed_since, ${NONE}, count(*) over ()::int
  from products where unreviewed_since is not null and removed_at is null
  order by unreviewed_since limit ${MOST})`;

const mails = () => sql`(
  select 'mail', id::text, null, null, name, created_at, ${NONE}, count(*) over ()::int
  from mails where dead_at is not null and sent_at is null and not is_withheld
  order by created_at limit ${MOST})`;
