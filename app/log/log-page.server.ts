import { and, desc, eq, lt } from 'drizzle-orm';
import { siteUrl } from '#app/config.ts';
import { db } from '#app/database/db.server.ts';
import { logLeaves } from '#db/schema.ts';
import { formNamed, forms } from './forms.ts';
import { logKeys } from './log-keys.server.ts';
import { logTrouble } from './log-trouble.server.ts';
import {
  currentTree,
  entriesAbout,
  findCheckpoint,
  lastCheckpoint,
  missingLeaves,
} from './store.server.ts';

const SHOWN = 30;

/** An entry, as people read it. */
interface ShownEntry {
  index: number;
  /** In ISO 8601. */
  at: string;
  words: string;
  report: number | null;
}

/** What `/log` shows: the last checkpoint, the newest entries before an index, and what was lost. */
export async function logOverview(before?: number) {
  const { tree } = await currentTree(db());
  const signed = await findCheckpoint(db(), tree);
  const size = signed?.size ?? 0;
  const rows = await db()
    .select({ index: logLeaves.index, leaf: logLeaves.leaf })
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
    entries: rows.map(({ index, leaf }) => inWords(index, leaf)),
    baseUrl: siteUrl(),
  };
}

function inWords(index: number, leaf: string): ShownEntry {
  const { form, at, ...body } = JSON.parse(leaf) as { form: string; at: string };
  const name = formNamed(form);
  const words = name ? (forms[name].inWords as (body: object) => string)(body) : form;
  // A product that was imported is named by its report, by number.
  const report = name === 'imported-product' ? (body as { product: number }).product : null;
  return { index, at, words, report };
}

/**
 * Where the publications of a product's results stand in the log, by their numbers, the certificate of
 * one of them, and what was registered; the last checkpoint, where it is of that one, too. Null where that
 * one is not sealed.
 */
export async function sealOf(productId: number, revision: number) {
  const [signed, entries] = await Promise.all([lastCheckpoint(), entriesAbout(db(), productId)]);
  const published = entries.filter(({ body }) => body.rows_sha256 !== undefined);
  const revisions = new Map(published.map(({ index, body }) => [Number(body.revision), index]));
  const index = revisions.get(revision);
  if (index === undefined) return null;
  const isSigned = signed !== null && index < signed.size;
  const certificate = entries.findLast(
    ({ form, body }) => form === 'certificate' && body.revision === revision,
  );
  const registrations = entries.filter(({ form }) => form === 'registration');
  return {
    index,
    registered: registrations[0] && {
      ...(registrations.at(-1)!.body as { laboratory: string; samples: number }),
      entry: registrations.at(-1)!.index,
      /** In ISO 8601. */
      since: String(registrations[0].body.at),
      isChanged: registrations.length > 1,
    },
    checkpoint: isSigned ? signed.note : null,
    revisions,
    certificate: certificate?.index ?? null,
  };
}

export type Seal = NonNullable<Awaited<ReturnType<typeof sealOf>>>;
