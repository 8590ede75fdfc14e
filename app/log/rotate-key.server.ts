import { sql } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { inTransaction } from '#app/database/db.server.ts';
import { logKey, newSigner, originOf, replaceLogKey } from './keys.server.ts';
import { signedNote, type Signer } from './note.ts';
import { seal } from './seal.server.ts';
import { signCheckpoint, type Signing } from './sign-checkpoint.server.ts';
import { currentTree, findCheckpoint } from './store.server.ts';

/**
 * Makes another key for the log, and seals an entry that both keys signed; the old one signs a last
 * checkpoint of it. Where `LOG_KEY` is set, the old one signs until the new one is put there.
 */
export async function rotateKey(): Promise<Signer> {
  const old = logKey();
  if (!old) throw new Error('The log’s key is not here, so it can sign no other.');
  // Nothing is sealed of a key that could not take over.
  const before = await signCheckpoint();
  if (!before.ok) throw new Error(before.sentence);
  const signer = newSigner(old.name);
  const text = `openassay log key\n${old.name}\n${old.vkey}\n${signer.vkey}\n`;
  const note = signedNote(text, [old, signer]);
  await inTransaction((tx) => seal(tx, 'key', { old: old.vkey, new: signer.vkey, note }));
  const signing = await signCheckpoint();
  if (!signing.ok) throw new Error(signing.sentence);
  if (!config().LOG_KEY) {
    replaceLogKey(signer);
    await signCheckpoint();
  }
  return signer;
}

/**
 * Begins a new log under a new name, where the old one cannot be continued: its first entry holds the
 * old one's last checkpoint and says what was lost, and all entries that are still here follow it.
 */
export async function beginAnew(lost: string): Promise<{ signer: Signer; signing: Signing }> {
  const signer = await inTransaction(async (tx) => {
    const { tree } = await currentTree(tx);
    const last = await findCheckpoint(tx, tree);
    if (!last) throw new Error('Nothing was ever signed: there is no log to follow.');
    const next = newSigner(originOf(tree + 1));
    const body = { origin: last.origin, checkpoint: last.note, lost };
    await seal(tx, 'beginning', body, tree + 1);
    await tx.execute(sql`
      insert into log_leaves (tree, index, form, leaf, hash, product_id, created_at)
      select ${tree + 1}::smallint, row_number() over (order by index), form, leaf, hash, product_id, created_at
      from log_leaves where tree = ${tree}`);
    return next;
  });
  if (!config().LOG_KEY) replaceLogKey(signer);
  return { signer, signing: await signCheckpoint() };
}
