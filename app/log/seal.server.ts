import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { nudge } from '#app/database/queue.server.ts';
import { logCheckpoints, logLeaves, logSalts } from '#db/schema.ts';
import { canonicalJson, type Json } from './canonical-json.ts';
import { forms, formText, type FormName, type LeafBody } from './forms.ts';
import { keptCheckpoint, logKey } from './keys.server.ts';
import { LeafError } from './read-leaf.ts';
import { readCheckpoint } from './verifier.js';

/** The job that signs a checkpoint; nudged by each act, and by the clock. */
export const SIGN_JOB = 'sign-checkpoint';

/** An entry bundle counts an entry's bytes in two. */
const LEAF_BYTES = 65_535;

export interface Unsealed<Form extends FormName = FormName> {
  form: Form;
  body: LeafBody<Form>;
}

/**
 * Writes an act into the log, in the transaction of the act itself: take it late there, because acts
 * are sealed one after the other until each transaction ends. Resolves to the leaf's index. Throws
 * `LeafError` for what its form does not allow: nothing was written, and the act rolls back.
 */
export async function seal<Form extends FormName>(
  tx: Tx,
  form: Form,
  body: LeafBody<Form>,
  inTree?: number,
): Promise<number> {
  return sealAll(tx, [{ form, body }], inTree);
}

/**
 * The same of several acts, one after the other; resolves to the index of the first. `inTree` begins
 * another tree.
 */
export async function sealAll(tx: Tx, acts: readonly Unsealed[], inTree?: number): Promise<number> {
  // Gapless, and in the order of time: nobody else takes an index until this transaction ends.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('log', 0))`);
  const at = await nextTime(tx);
  const leaves = acts.map(({ form, body }) => leafOf(form, body, at));
  const column = (name: keyof (typeof leaves)[number]) =>
    sql.param(leaves.map((leaf) => leaf[name]));
  const { rows } = await tx.execute<{ first: string }>(sql`
    with next as (${inTree === undefined ? nextPlace() : sql`select ${inTree}::smallint as tree, 0 as index`}),
    added as (
      insert into ${logLeaves} (tree, index, form, leaf, hash, product_id)
      select tree, index + place - 1, form, leaf, hash, product_id
      from next, unnest(
        ${column('form')}::text[], ${column('leaf')}::text[], ${column('hash')}::bytea[],
        ${column('productId')}::int[]
      ) with ordinality as own (form, leaf, hash, product_id, place)
      returning index
    )
    select min(index) as first from added`);
  await nudge(tx, SIGN_JOB, {});
  return Number(rows[0]?.first);
}

/** Now, or where the clock is before the last entry, the millisecond after that: no entry is before another. */
async function nextTime(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ at: string }>(sql`
    select leaf::jsonb ->> 'at' as at from ${logLeaves} order by tree desc, index desc limit 1`);
  const [lastMs, nowMs] = [Date.parse(rows[0]?.at ?? ''), now().getTime()];
  return new Date(nowMs < lastMs ? lastMs + 1 : nowMs).toISOString();
}

/**
 * Where the next leaf goes: behind all that was ever signed, also where a database was restored since and
 * knows neither of those leaves nor of the checkpoint.
 */
function nextPlace() {
  const kept = keptCheckpoint();
  const { origin, size } = kept ? readCheckpoint(kept) : { origin: '', size: 0 };
  return sql`
    select tree, greatest(size, ${origin === logKey()?.name ? size : 0}::bigint, (
      select max(signed.size) from ${logCheckpoints} signed where signed.tree = last.tree
    )) as index
    from (
      (select tree, index + 1 as size from ${logLeaves} order by tree desc, index desc limit 1)
      union all select 1, 0
    ) last
    order by tree desc, size desc limit 1`;
}

function leafOf(form: FormName, body: object, at: string) {
  if (!Object.hasOwn(forms, form)) throw new LeafError(`The log has no form “${form}”.`);
  const read = forms[form].fields.safeParse(body);
  if (!read.success) throw new LeafError(`This is no leaf of the form “${form}”: ${read.error}`);
  const leaf = canonicalJson({ form: formText(form), at, ...read.data } as Json);
  if (Buffer.byteLength(leaf) > LEAF_BYTES)
    throw new LeafError(`A leaf of the form “${form}” would be longer than ${LEAF_BYTES} bytes.`);
  const productId = 'product' in read.data ? read.data.product : null;
  return { form, leaf, hash: leafHash(leaf), productId };
}

/** A leaf's hash in the tree: RFC 6962, section 2.1. */
export function leafHash(leaf: string): Buffer {
  return createHash('sha256').update('\0').update(leaf).digest();
}

/**
 * SHA-256 of a salt of 32 bytes and a text, in hexadecimal: what a leaf holds of something that may have
 * to be erased. `forgetSalted` makes it a hash of nothing that anybody could try.
 */
export async function saltedHash(tx: Tx, text: string): Promise<string> {
  const salt = randomBytes(32);
  const hash = createHash('sha256').update(salt).update(text).digest('hex');
  await tx.insert(logSalts).values({ hash, salt });
  return hash;
}

/** Forgets what a salted hash was made with: nobody can show any more, or try, what it is of. */
export async function forgetSalted(tx: Tx, hash: string): Promise<void> {
  await tx.delete(logSalts).where(eq(logSalts.hash, hash));
}
