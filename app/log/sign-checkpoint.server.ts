import { and, eq, sql } from 'drizzle-orm';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { log } from '#app/platform/log.server.ts';
import { logCheckpoints, logLeaves } from '#db/schema.ts';
import {
  keepCheckpoint,
  KeyError,
  keptCheckpoint,
  logKey,
  makeLogKey,
  originOf,
} from './keys.server.ts';
import { checkpointText, signedNote, type Signer } from './note.ts';
import { currentTree, findCheckpoint, treeOf, writeNodes } from './store.server.ts';
import { HoleError } from './tree.ts';
import { readCheckpoint, readKey, readNote } from './verifier.js';

const DAY_MS = 86_400_000;

/** Why nothing is signed, as an operator reads it. */
const WHY = {
  'no-key':
    'The log’s key is not here: nothing is signed. Put it into DATA_DIR or LOG_KEY, or begin a new log with `openassay log recover --anew REASON` (docs/log.md).',
  'other-key':
    'The key that is here is not the log’s: nothing is signed. Put the right one into DATA_DIR or LOG_KEY (docs/log.md).',
  behind:
    'The database is older than the last checkpoint that was signed: nothing is signed, because that would be another history. `openassay log recover` brings the missing entries back (docs/log.md).',
  changed:
    'The entries in the database are not those that were signed: nothing is signed. Somebody changed them, or this is another site’s database (docs/log.md).',
} as const;

type WhyUnsigned = keyof typeof WHY;

/** Whether what is in the log is signed now; else why not, and a sentence for the operator. */
export type Signing =
  | { ok: true; size: number }
  | { ok: false; why: WhyUnsigned; sentence: string };

class Unsigned extends Error {
  why: WhyUnsigned;
  constructor(why: WhyUnsigned) {
    super(WHY[why]);
    this.why = why;
  }
}

/**
 * Signs a checkpoint of all that is sealed, where anything is new or a day has passed. Never signs what
 * does not continue the last one, whether the database knows of it or the file beside the key alone.
 * Called twice at once, it signs once.
 */
export async function signCheckpoint(): Promise<Signing> {
  try {
    const size = await inTransaction(sign);
    return { ok: true, size };
  } catch (error) {
    if (!(error instanceof Unsigned)) throw error;
    if (error.why === 'behind') await adoptKept();
    log.error({ why: error.why }, error.message);
    return { ok: false, why: error.why, sentence: error.message };
  }
}

/** Why nothing would be signed now, as an operator reads it; null where it would be. Writes nothing. */
export async function signingTrouble(): Promise<string | null> {
  const { tree, size } = await currentTree(db());
  const last = await findCheckpoint(db(), tree);
  try {
    const key = last || tree > 1 ? await keyFor(db(), tree, last?.note) : logKey();
    if (key) await mustContinue(db(), tree, size, key, last);
    return null;
  } catch (error) {
    if (!(error instanceof Unsigned || error instanceof KeyError)) throw error;
    return error.message;
  }
}

async function sign(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sign the log', 0))`);
  const { tree, size } = await currentTree(tx);
  const last = await findCheckpoint(tx, tree);
  const key = await keyFor(tx, tree, last?.note);
  await whole(() => writeNodes(tx, tree, size));
  await mustContinue(tx, tree, size, key, last);
  const root = await rootOf(tx, tree, size);
  const note = signedNote(checkpointText(key.name, size, root), [key]);
  // Another key, or another day, signs again what is there.
  if (last?.note === note && now().getTime() - last.signedAt.getTime() < DAY_MS) return size;
  // Kept before anybody sees it: whatever becomes of the database, this much was signed.
  keepCheckpoint(note);
  const row = { note, signedAt: now() };
  await tx
    .insert(logCheckpoints)
    .values({ tree, size, ...row })
    .onConflictDoUpdate({ target: [logCheckpoints.tree, logCheckpoints.size], set: row });
  return size;
}

/** The key, where it is the log's: it signed a last checkpoint, or a leaf names it as the next one. */
async function keyFor(tx: Tx, tree: number, lastNote: string | undefined): Promise<Signer> {
  const key =
    logKey() ?? (lastNote === undefined && tree === 1 ? makeLogKey(originOf(tree)) : null);
  if (!key) throw new Unsigned('no-key');
  if (lastNote === undefined) {
    // A log that begins after another has a name of its own, and so a key of its own.
    if (tree > 1 && (await findCheckpoint(tx, tree - 1))?.origin === key.name)
      throw new Unsigned('other-key');
    return key;
  }
  const { id } = await readKey(key.vkey);
  // After a restore, the entry that names the key can be among those that are missing.
  const signatures = [lastNote, keptCheckpoint() ?? lastNote].flatMap(
    (note) => readNote(note).signatures,
  );
  if (signatures.some((one) => one.name === key.name && one.id === id)) return key;
  const [rotated] = await tx
    .select({ index: logLeaves.index })
    .from(logLeaves)
    .where(
      and(
        eq(logLeaves.tree, tree),
        eq(logLeaves.form, 'key'),
        sql`${logLeaves.leaf}::jsonb ->> 'new' = ${key.vkey}`,
      ),
    );
  if (!rotated) throw new Unsigned('other-key');
  return key;
}

/** Throws unless the entries that are here begin with those that were signed. */
async function mustContinue(
  tx: Tx,
  tree: number,
  size: number,
  { name }: Signer,
  last: Awaited<ReturnType<typeof findCheckpoint>>,
): Promise<void> {
  const kept = keptCheckpoint();
  const signed = [...(last ? [last] : []), ...(kept ? [readCheckpoint(kept)] : [])];
  for (const { origin, size: old, root } of signed) {
    if (origin !== name) continue;
    if (old > size) throw new Unsigned('behind');
    const own = await rootOf(tx, tree, old);
    if (!own.equals(root)) throw new Unsigned('changed');
  }
}

const rootOf = (tx: Tx, tree: number, size: number) => whole(() => treeOf(tx, tree).root(size));

async function whole<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof HoleError) throw new Unsigned('behind');
    throw error;
  }
}

/**
 * Has the database know of the checkpoint beside the key that is larger than what it holds: what is
 * sealed from now on goes behind it, so that the missing entries can still come back.
 */
async function adoptKept(): Promise<void> {
  const note = keptCheckpoint();
  if (!note) return;
  const { origin, size } = readCheckpoint(note);
  const { tree } = await currentTree(db());
  if (origin !== logKey()?.name) return;
  await db()
    .insert(logCheckpoints)
    .values({ tree, size, note, signedAt: now() })
    .onConflictDoNothing();
}
