import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { moveCursor } from '#app/database/cursor.server.ts';
import { inTransaction, sqlState } from '#app/database/db.server.ts';
import { errorLine } from '#app/platform/describe-error.ts';
import { log } from '#app/platform/log.server.ts';

/** A row of `cursors` that is written to see whether anything can be. */
const PROBE = 'write-probe';
/** Whoever asks more often hears the same. */
const CACHE_MS = 2_000;
/**
 * Whether there is room is looked at less often. A row finds a place on a full disk for long, in pages and
 * in a log that are there; an order does not.
 */
const ROOM_MS = 20_000;
const ROOM_KB = 8_192;
/** A write that takes longer is one that waits for something. */
const WRITTEN_WITHIN_MS = 1_000;

let roomUntilMs = 0;
let stored: { untilMs: number; warning: string | null } | undefined;
/** The one that is under way: another one would wait beside it, on another connection. */
let writing: Promise<string | null> | undefined;

/** Why nothing can be written, in a sentence; null where something was, a few seconds ago at most. */
export async function writeTrouble(): Promise<string | null> {
  if (stored && stored.untilMs > Date.now()) return stored.warning;
  writing ??= write().finally(() => (writing = undefined));
  const late = sleep(WRITTEN_WITHIN_MS, WAITS, { ref: false });
  const warning = await Promise.race([writing, late]);
  if (warning !== (stored?.warning ?? null)) {
    if (warning) log.error(warning);
    else log.info('the database can be written to again');
  }
  stored = { untilMs: Date.now() + CACHE_MS, warning };
  return warning;
}

const WAITS =
  'Nothing can be written: a write has been waiting for more than a second, for a standby, a disk, or a free connection. Pages are still shown.';

async function write(): Promise<string | null> {
  try {
    await moveCursor(PROBE, new Date());
    if (roomUntilMs < Date.now()) {
      await takeRoom();
      roomUntilMs = Date.now() + ROOM_MS;
    }
    return null;
  } catch (error) {
    const why = sqlState(error) === DISK_FULL ? 'the database’s disk is full' : errorLine(error);
    return `Nothing can be written: ${why}. Pages are still shown.`;
  }
}

const DISK_FULL = '53100';

/** Has the database write that much into a file of its own, which it takes away at once. */
async function takeRoom(): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`);
    await tx.execute(sql`
      with room as materialized (select repeat('.', 1024) as kb from generate_series(1, ${ROOM_KB}))
      select sum(length(kb)) from room`);
  });
}
