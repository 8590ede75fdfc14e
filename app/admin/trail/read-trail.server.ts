import { changesIn, changesText } from './changes.ts';
import { readTrailFacts } from './trail-facts.server.ts';
import type { TrailFilter } from './trail-filter.ts';
import { sentenceOf } from './trail-sentence.ts';
import { listActions } from './trail.server.ts';
import { csvText } from '#app/kit/csv.ts';

/** At most so many rows stand in a file, the newest. */
export const EXPORTED_ROWS = 10_000;

/** What was done as it is read, the newest first; as `listActions`. */
export async function readTrail(wish: Parameters<typeof listActions>[0]) {
  const rows = await listActions(wish);
  const facts = await readTrailFacts(rows);
  return rows.map((row) => ({
    id: row.id,
    /** In ISO 8601. */
    at: row.at.toISOString(),
    actor: row.actor,
    parts: sentenceOf(row, facts),
    /** What it was done to by its number, where the sentence has none. */
    subject: /^(product|administrator|digest|payments|refunds of)\b/.test(row.subject)
      ? null
      : row.subject,
    /** What People finds the payment by. */
    payment: row.subject.startsWith('dispute ')
      ? null
      : (facts.money.get(row.subject)?.payment ?? null),
    changes: changesIn(row.before, row.after),
  }));
}

export type ReadAction = Awaited<ReturnType<typeof readTrail>>[number];

/** The same as a CSV file: a line a row, with its sentence and with what is stored of it. */
export async function trailLines(filter: TrailFilter): Promise<string> {
  const rows = await listActions({ ...filter, limit: EXPORTED_ROWS });
  const facts = await readTrailFacts(rows);
  const lines = rows.map((row) => [
    row.id,
    row.at.toISOString(),
    row.actor,
    row.action,
    sentenceOf(row, facts)
      .map(({ text }) => text)
      .join(''),
    row.subject,
    changesText(changesIn(row.before, row.after)),
    row.before === null ? null : JSON.stringify(row.before),
    row.after === null ? null : JSON.stringify(row.after),
  ]);
  return csvText([COLUMNS, ...lines]);
}

const COLUMNS = [
  'id',
  'at',
  'administrator',
  'action',
  'what',
  'subject',
  'changes',
  'before',
  'after',
];
