import { and, eq } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { db } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { logCheckpoints } from '#db/schema.ts';
import { lastCheckpoint, treeOf, type Signed } from './store.server.ts';
import { readKey, signersOf } from './verifier.js';

/** A witness that is away is not waited for any longer; it is asked again in a minute. */
const AWAY_MS = 5_000;

/**
 * Offers the last checkpoint to every witness that has not signed it, all at once, and keeps what they
 * sign. One that is away, refuses, or answers nonsense is noted and holds nothing up.
 */
export async function askWitnesses(): Promise<void> {
  const last = await lastCheckpoint();
  if (!last) return;
  const lines = await Promise.all(
    config().LOG_WITNESSES.map(async ({ vkey, url }) => {
      const [name = ''] = vkey.split('+');
      if (last.cosignatures.includes(`— ${name} `)) return '';
      return askWitness(last, vkey, url).catch((error: Error) => {
        log.warn({ witness: name, message: error.message }, 'a witness signed nothing');
        return '';
      });
    }),
  );
  const signed = lines.join('');
  if (!signed) return;
  await db()
    .update(logCheckpoints)
    .set({ cosignatures: last.cosignatures + signed })
    .where(and(eq(logCheckpoints.tree, last.tree), eq(logCheckpoints.size, last.size)));
}

/** The witness's line; it says itself which checkpoint it saw last, where it is another than we think. */
async function askWitness(last: Signed, vkey: string, url: string, old = 0): Promise<string> {
  const path = await treeOf(db(), last.tree).consistency(old, last.size);
  const lines = [`old ${old}`, ...path.map((hash) => hash.toString('base64')), '', last.note];
  const answer = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: lines.join('\n'),
    signal: AbortSignal.timeout(AWAY_MS),
  });
  const said = (await answer.text()).slice(0, 10_000);
  const seen = Number(said.trim());
  const isOther = answer.status === 409 && Number.isSafeInteger(seen) && seen !== old;
  if (isOther && seen > 0 && seen <= last.size) return askWitness(last, vkey, url, seen);
  if (!answer.ok) throw new Error(`${answer.status}: ${said}`);
  const key = await readKey(vkey);
  const own = said.split('\n').find((line) => line.startsWith(`— ${key.name} `));
  const signers = own ? await signersOf(`${last.note}${own}\n`, [key]) : [];
  if (signers.length === 0) throw new Error('It answered without its signature.');
  return `${own}\n`;
}
