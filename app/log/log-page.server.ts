import { and, desc, eq, lt } from 'drizzle-orm';
import { siteUrl } from '#app/config.ts';
import { db } from '#app/database/db.server.ts';
import { logLeaves } from '#db/schema.ts';
import { formNamed, forms, REGISTRATIONS } from './forms.ts';
import { logKeys } from './log-keys.server.ts';
import { logTrouble } from './log-trouble.server.ts';
import { readLeaf, statedIn, type Leaf } from './read-leaf.ts';
import {
  currentTree,
  entriesOf,
  findCheckpoint,
  lastCheckpoint,
  missingLeaves,
} from './store.server.ts';

const SHOWN = 30;
const SHOWN_ON_REPORT = [
  'imported-product',
  'publication',
  'correction',
  'certificate',
  ...REGISTRATIONS,
] as const;

/** What `/log` shows: the last checkpoint, the newest entries before an index, and what was lost. */
export async function logOverview(before?: number) {
  const { tree } = await currentTree(db());
  const signed = await findCheckpoint(db(), tree);
  const size = signed?.size ?? 0;
  const rows = await db()
    .select()
    .from(logLeaves)
    .where(and(eq(logLeaves.tree, tree), lt(logLeaves.index, Math.min(before ?? size, size))))
    .orderBy(desc(logLeaves.index))
    .limit(SHOWN);
  const earlier = await Promise.all(
    Array.from({ length: tree - 1 }, async (_, at) => {
      const last = await findCheckpoint(db(), at + 1);
      return last && { origin: last.origin, size: last.size, note: last.note };
    }),
  );
  const changes = await db()
    .select({ index: logLeaves.index })
    .from(logLeaves)
    .where(and(eq(logLeaves.tree, tree), eq(logLeaves.form, 'key'), lt(logLeaves.index, size)))
    .orderBy(desc(logLeaves.index));
  return {
    size,
    /** In ISO 8601; null where nothing waits longer than a checkpoint takes. */
    unsignedSince: (await logTrouble()).since,
    note: signed ? signed.note + signed.cosignatures : null,
    signedAt: signed?.signedAt.toISOString() ?? null,
    keys: await logKeys(),
    /** The entries that changed the key, the newest first. */
    keyChanges: changes.map(({ index }) => index),
    missing: await missingLeaves(db(), tree, size),
    earlier: earlier.filter((one) => one !== null),
    entries: rows.map(shown),
    baseUrl: siteUrl(),
  };
}

/** An entry, as people read it; `at` is in ISO 8601. */
function shown(row: typeof logLeaves.$inferSelect) {
  const [leaf, stated] = [readLeaf(row), statedIn(row.leaf)];
  const { form: name = '', at = '' } = stated ?? {};
  const words =
    leaf && formNamed(name)
      ? (forms[leaf.form].inWords as (body: Leaf['body']) => string)(leaf.body)
      : name;
  // A product that was imported is named by its report, by number.
  const report = leaf?.form === 'imported-product' ? leaf.body.product : null;
  return { index: row.index, at, words, report };
}

/**
 * Where the publications of a product's results stand in the log, by their numbers, the certificate of
 * one of them, and what was registered; the last checkpoint, where it is of that one, too. Null where that
 * one is not sealed.
 */
export async function sealOf(productId: number, revision: number) {
  const [signed, entries] = await Promise.all([
    lastCheckpoint(),
    entriesOf(db(), SHOWN_ON_REPORT, [productId]),
  ]);
  const of = <Form extends (typeof SHOWN_ON_REPORT)[number]>(...named: readonly Form[]) =>
    entries.filter((entry): entry is Extract<typeof entry, { form: Form }> =>
      named.some((one) => one === entry.form),
    );
  const registrations = of(...REGISTRATIONS);
  const published = of('imported-product', 'publication', 'correction');
  const revisions = new Map(published.map(({ index, body }) => [body.revision, index]));
  const index = revisions.get(revision);
  if (index === undefined) return null;
  const isSigned = signed !== null && index < signed.size;
  const certificate = of('certificate').findLast(({ body }) => body.revision === revision);
  const [first, last] = [registrations[0], registrations.at(-1)];
  return {
    index,
    registered: first &&
      last && {
        laboratory: last.body.laboratory,
        samples: last.body.samples,
        entry: last.index,
        /** In ISO 8601. */
        since: first.at,
        isChanged: registrations.length > 1,
      },
    checkpoint: isSigned ? signed.note : null,
    revisions,
    certificate: certificate?.index ?? null,
  };
}

export type Seal = NonNullable<Awaited<ReturnType<typeof sealOf>>>;
