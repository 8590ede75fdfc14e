import { setImmediate } from 'node:timers/promises';
import { like, max, sql } from 'drizzle-orm';
import { csvCell, csvText } from '#app/kit/csv.ts';
import { seal } from '#app/log/seal.server.ts';
import { currentTree } from '#app/log/store.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, inTransaction, snapshot, type Tx } from '#app/database/db.server.ts';
import { batchesOf } from '#app/kit/batches.ts';
import { rowCells, type Cell, type DataTable } from '#app/data/table.ts';
import { tablesNow } from '#app/data/tables/all-tables.server.ts';
import { describeRelease, type DescribedTable } from './describe-release.ts';
import { TableDifference } from './difference.ts';
import { ParquetTable } from './parquet-table.ts';
import { addProofs } from './release-proof.server.ts';
import {
  GrowingFile,
  heldRelease,
  releasedLines,
  listReleases,
  SUMS,
  sumsText,
  type Release,
} from './store.server.ts';
import { heldReleases, releases, resultRevisions } from '#db/schema.ts';

/** What became of a release. */
type Released =
  | { made: string }
  /** Nothing differs from this one. */
  | { same: string }
  /** These tables would have fewer rows than before. */
  | { held: string[] }
  /** Another process makes one. */
  | { busy: true };

/** Publications are released together, at most so often. */
const HOUR_MS = 3_600_000;

/** Undoes what was written of a release. */
class NotMade extends Error {
  outcome: Exclude<Released, { made: string }>;
  constructor(outcome: Exclude<Released, { made: string }>) {
    super('no release was made');
    this.outcome = outcome;
  }
}

/**
 * Writes all tables as of one moment, in every format, with what describes them, and seals them. The
 * same tables again make no release; one with fewer rows in a table than before is held back, and
 * administrators are told, unless `fewerRows` says yes.
 */
export async function makeRelease({ fewerRows = false } = {}): Promise<Released> {
  const madeAt = now();
  try {
    const made = await inTransaction(async (tx) => {
      const { rows } = await tx.execute<{ taken: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended('release', 0)) as taken`,
      );
      if (!rows[0]?.taken) throw new NotMade({ busy: true });
      // Beside it: a snapshot would not see what others seal in the meantime.
      return writeRelease(tx, { madeAt, fewerRows });
    });
    return { made };
  } catch (error) {
    if (!(error instanceof NotMade)) throw error;
    if ('held' in error.outcome) await hold(madeAt, error.outcome.held);
    return error.outcome;
  }
}

/**
 * Makes the first release, and one an hour after the last where something was published since, or where
 * it lacks a table; run by the clock.
 */
export async function releaseWhenDue(): Promise<void> {
  const [last] = await listReleases(db(), 1);
  const held = await heldRelease(db());
  const looked = held?.at ?? last?.madeAt;
  const listed = new Set(last?.contents.tables.map(({ name }) => name));
  const isShort = !held && (await tablesNow(db())).some(({ name }) => !listed.has(name));
  const [published] = await db()
    .select({ at: max(resultRevisions.publishedAt) })
    .from(resultRevisions);
  const isDue = looked
    ? now().getTime() - looked.getTime() >= HOUR_MS &&
      (isShort || (published?.at ?? looked) > looked)
    : true;
  if (isDue) await makeRelease();
  await addProofs();
}

async function writeRelease(
  tx: Tx,
  { madeAt, fewerRows }: { madeAt: Date; fewerRows: boolean },
): Promise<string> {
  const [before] = await listReleases(tx, 1);
  const name = await nextName(tx, madeAt);
  const written = await snapshot(async (read) => {
    const all: DescribedTable[] = [];
    for (const table of await tablesNow(read))
      all.push(await writeTable({ tx, read, name, before }, table));
    return all;
  });
  if (before && written.every(({ files }) => files.every((file) => isIn(before, file))))
    throw new NotMade({ same: before.name });
  const fewer = written.filter(({ table, rows }) => rows < rowsOf(before, table.name));
  if (fewer.length > 0 && !fewerRows)
    throw new NotMade({ held: fewer.map(({ table }) => table.name) });
  const files = written.flatMap((one) => one.files);
  const texts = describeRelease({ name, madeAt, before: before?.name ?? null, tables: written });
  for (const [file, text] of Object.entries(texts))
    files.push(await wholeFile(tx, name, file, text));
  const listed = await wholeFile(tx, name, SUMS, sumsText(files));
  const { sha256 } = listed;
  const leafIndex = await seal(tx, 'release', { name: `Open data ${name}`, sha256 });
  const { tree } = await currentTree(tx);
  const contents = {
    tables: written.map(({ table, rows, newest }) => {
      return { name: table.name, title: table.title, rows, newest, terms: table.terms };
    }),
    files: [...files, listed],
  };
  await tx.insert(releases).values({ name, madeAt, contents, sha256, tree, leafIndex });
  return name;
}

async function nextName(tx: Tx, madeAt: Date): Promise<string> {
  const day = madeAt.toISOString().slice(0, 10);
  const earlier = await tx.$count(releases, like(releases.name, `${day}%`));
  return earlier === 0 ? day : `${day}-${earlier + 1}`;
}

interface Where {
  tx: Tx;
  /** As of one moment. */
  read: Tx;
  name: string;
  before: Release | undefined;
}

async function writeTable(
  { tx, read, name, before }: Where,
  table: DataTable<unknown>,
): Promise<DescribedTable> {
  const [csv, lines, parquet] = ['csv', 'jsonl', 'parquet'].map(
    (ending) => new GrowingFile(tx, name, `${table.name}.${ending}`),
  ) as [GrowingFile, GrowingFile, GrowingFile];
  const packed = new ParquetTable(table, (bytes) => parquet.write(bytes));
  const old = before ? releasedLines(tx, before.name, `${table.name}.jsonl`) : none();
  const difference = new TableDifference(table.key, old);
  const headings = table.columns.map((column) => column.name);
  const keyAt = table.key.map((one) => headings.indexOf(one));
  const spell = spelling(headings);
  let [rows, newest] = [0, null as string | null];
  await csv.write(csvText([headings]));
  for await (const batch of table.rows(read)) {
    for (const some of batchesOf(batch)) {
      const cells = some.map((row) => rowCells(table, row));
      const texts = cells.map((row) => spell(row));
      await csv.write(texts.map((one) => one.csv).join(''));
      await lines.write(texts.map(({ json }) => `${json}\n`).join(''));
      await packed.add(cells);
      for (const [at, { json }] of texts.entries())
        await difference.take(
          keyAt.map((place) => cells[at]?.[place] ?? null),
          json,
        );
      const days = some.flatMap((row) => table.newest?.(row) ?? []);
      newest = [...(newest ? [newest] : []), ...days].toSorted().at(-1) ?? null;
      rows += some.length;
      await setImmediate(); // whoever waits for a page is served in between
    }
  }
  await packed.end();
  const files = [await csv.end(), await lines.end(), await parquet.end()];
  return { table, rows, newest, files, changes: await difference.end() };
}

/** Rows as CSV and as JSON. A cell is mostly the one above it again, and then spelled as that is. */
function spelling(headings: readonly string[]) {
  const above = headings.map((heading) => ({
    cell: undefined as Cell | undefined,
    csv: '',
    json: '',
    heading: JSON.stringify(heading),
  }));
  return (row: readonly Cell[]) => {
    above.forEach((last, at) => {
      const cell = row[at] ?? null;
      if (cell === last.cell) return;
      last.cell = cell;
      last.csv = csvCell(cell);
      last.json = `${last.heading}:${JSON.stringify(cell)}`;
    });
    return {
      csv: `${above.map(({ csv }) => csv).join(',')}\r\n`,
      json: `{${above.map(({ json }) => json).join(',')}}`,
    };
  };
}

async function* none(): AsyncGenerator<string> {}

async function wholeFile(tx: Tx, release: string, file: string, text: string) {
  const whole = new GrowingFile(tx, release, file);
  await whole.write(text);
  return whole.end();
}

function isIn({ contents }: Release, { name, sha256 }: { name: string; sha256: string }): boolean {
  return contents.files.some((file) => file.name === name && file.sha256 === sha256);
}

function rowsOf(before: Release | undefined, name: string): number {
  return before?.contents.tables.find((table) => table.name === name)?.rows ?? 0;
}

async function hold(heldAt: Date, fewer: string[]): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.insert(heldReleases).values({ heldAt, fewer });
    await notifyAdministrators(tx, 'release-held', {
      params: { tables: fewer.join(', ') },
      key: heldAt.toISOString(),
    });
  });
}
