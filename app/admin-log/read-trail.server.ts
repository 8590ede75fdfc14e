import { changesIn, changesText, spelledOut } from './changes.ts';
import { listActions, type TrailFilter } from './trail.server.ts';
import { csvText } from '#app/kit/csv.ts';

/** At most so many rows stand in a file, the newest. */
export const EXPORTED_ROWS = 10_000;

/** What was done as it is read, the newest first; as `listActions`. No contributor's address is in it. */
export async function readTrail(command: Parameters<typeof listActions>[0]) {
  const rows = await listActions(command);
  return rows.map((row) => ({
    id: row.id,
    /** In ISO 8601. */
    at: row.at.toISOString(),
    actor: row.actor,
    what: spelledOut(row.action),
    subject: row.subject,
    changes: changesIn(row.before, row.after),
  }));
}

export type ReadAction = Awaited<ReturnType<typeof readTrail>>[number];

/** The same as a CSV file: a line a row, with what is stored of it. */
export async function trailLines(filter: TrailFilter): Promise<string> {
  const rows = await listActions({ ...filter, limit: EXPORTED_ROWS });
  const lines = rows.map((row) => [
    row.id,
    row.at.toISOString(),
    row.actor,
    row.action,
    row.subject,
    changesText(changesIn(row.before, row.after)),
    row.before === null ? null : JSON.stringify(row.before),
    row.after === null ? null : JSON.stringify(row.after),
  ]);
  return csvText([COLUMNS, ...lines]);
}

const COLUMNS = ['id', 'at', 'administrator', 'action', 'subject', 'changes', 'before', 'after'];
