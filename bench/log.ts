import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { configure } from '#app/config.ts';
import { db, disconnect } from '#app/database/db.server.ts';
import { seal } from '#app/log/seal.server.ts';
import { signCheckpoint } from '#app/log/sign-checkpoint.server.ts';
import { currentTree, treeOf } from '#app/log/store.server.ts';
import { withMost } from './goal.ts';
import { median } from './median.ts';

const LEAVES = 1_000_000;
const TIMES = 25;

/** A log of a million entries: what sealing an act, a checkpoint, and a proof take. */
export async function benchLog(
  databaseUrl: string,
  say: (line: string) => void,
): Promise<string[]> {
  const DATA_DIR = mkdtempSync(`${tmpdir()}/openassay-log-`);
  configure({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl, DATA_DIR });
  say(`${LEAVES} entries`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into log_leaves (tree, index, form, leaf, hash)
     select 1, at, 'ended', leaf, sha256('\\x00'::bytea || convert_to(leaf, 'UTF8'))
     from generate_series(0, $1::int - 1) at, lateral (select '{"act":' || at || '}' as leaf) l`,
    [LEAVES],
  );
  await client.query('analyze log_leaves');
  await client.end();
  const lines = [`the first checkpoint of ${LEAVES} entries: ${await msOf(signCheckpoint)} ms`];
  const [acts, checkpoints, proofs]: [number[], number[], number[]] = [[], [], []];
  const { tree, size } = await currentTree(db());
  for (let at = 0; at < TIMES; at += 1) {
    const body = { product: 1001, day: '2026-01-02', reason: 'measured' };
    acts.push(await msOf(() => db().transaction((tx) => seal(tx, 'ended', body))));
    checkpoints.push(await msOf(signCheckpoint));
    const index = Math.floor((size * at) / TIMES);
    proofs.push(await msOf(() => treeOf(db(), tree).inclusion(index, size)));
  }
  await disconnect();
  rmSync(DATA_DIR, { recursive: true });
  for (const [what, took, most] of [
    ['sealing an act', acts, 5],
    ['checkpoint', checkpoints, 1_000],
    ['proof', proofs, 50],
  ] as const)
    lines.push(withMost(`${what}: ${median(took).toFixed(1)} ms`, median(took), most, 'ms'));
  return lines;
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return Math.round((performance.now() - before) * 10) / 10;
}
