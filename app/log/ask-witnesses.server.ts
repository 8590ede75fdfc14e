import { and, eq, sql } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { db } from '#app/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { log } from '#app/platform/log.server.ts';
import { logCheckpoints } from '#db/schema.ts';
import { fetchAtMost } from './fetch-at-most.server.ts';
import { lastCheckpoint, treeOf, type Signed } from './store.server.ts';
import { readKey, signersOf } from './verifier.js';

/** What a witness may send, and how long it may take; it is asked again in a minute. */
const ANSWER = { bytes: 10_000, ms: 5_000 };

/**
 * Offers the last checkpoint to every witness that has not signed it, all at once, and keeps what each
 * signs as it comes. One that is away, refuses, or answers nonsense holds nothing up: the program's log
 * says so once, once an hour after that, and once it is well.
 */
export async function askWitnesses(): Promise<void> {
  const last = await lastCheckpoint();
  if (!last) return;
  const asked = config().LOG_WITNESSES.map(async ({ vkey, url }) => {
    const [name = ''] = vkey.split('+');
    if (last.cosignatures.includes(`— ${name} `)) return tell(name);
    try {
      await keep(last, name, await askWitness(last, vkey, url));
      tell(name);
    } catch (error) {
      tell(name, (error as Error).message);
    }
  });
  await Promise.all(asked);
}

/** When each witness that is broken was last told of. */
const toldAtMs = new Map<string, number>();
const TOLD_AGAIN_MS = 3_600_000;

function tell(witness: string, message?: string): void {
  const nowMs = now().getTime();
  // A clock that was set back silences nothing.
  const toldMsAgo = Math.abs(nowMs - (toldAtMs.get(witness) ?? -Infinity));
  const isWell = message === undefined;
  if (isWell && toldAtMs.delete(witness)) log.info({ witness }, 'a witness signs again');
  if (isWell || toldMsAgo < TOLD_AGAIN_MS) return;
  toldAtMs.set(witness, nowMs);
  log.warn({ witness, message }, 'a witness signed nothing');
}

/** A witness's line; it says itself which checkpoint it saw last, and is asked once more by that. */
async function askWitness(last: Signed, vkey: string, url: string): Promise<string> {
  let answer = await addCheckpoint(last, url, 0);
  const seen = /^[1-9]\d{0,14}\s*$/.test(answer.text) ? Number(answer.text) : 0;
  if (answer.status === 409 && seen > 0 && seen <= last.size)
    answer = await addCheckpoint(last, url, seen);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text.slice(0, 200)}`);
  const key = await readKey(vkey);
  const own = answer.text.split('\n').find((line) => line.startsWith(`— ${key.name} `));
  const signers = own ? await signersOf(`${last.note}${own}\n`, [key]) : [];
  if (signers.length === 0) throw new Error('It answered without its signature.');
  return `${own}\n`;
}

async function addCheckpoint(last: Signed, url: string, old: number) {
  const path = await treeOf(db(), last.tree).consistency(old, last.size);
  const lines = [`old ${old}`, ...path.map((hash) => hash.toString('base64')), '', last.note];
  const request = { method: 'POST', body: lines.join('\n'), redirect: 'error' } as const;
  const { status, body } = await fetchAtMost(`${url}/add-checkpoint`, ANSWER, request);
  return { status, text: body.toString() };
}

async function keep({ tree, size }: Signed, name: string, line: string): Promise<void> {
  const { cosignatures } = logCheckpoints;
  await db()
    .update(logCheckpoints)
    .set({ cosignatures: sql`${cosignatures} || ${line}` })
    .where(
      and(
        eq(logCheckpoints.tree, tree),
        eq(logCheckpoints.size, size),
        sql`strpos(${cosignatures}, ${`— ${name} `}) = 0`,
      ),
    );
}
