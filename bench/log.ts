import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { configure } from '#app/config.ts';
import { db, disconnect, inTransaction } from '#app/database/db.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { sealEarlier } from '#app/intake/seal-revisions.server.ts';
import { seal } from '#app/log/seal.server.ts';
import { signCheckpoint } from '#app/log/sign-checkpoint.server.ts';
import { currentTree, treeOf } from '#app/log/store.server.ts';
import { withMost } from './goal.ts';
import { median } from './median.ts';

const LEAVES = 1_000_000;
const TIMES = 25;

/**
 * What sealing PlasticList's results takes at the first start that has a log; of a log of a million
 * entries, what sealing adds to the transaction of an act, and what a checkpoint and a proof take.
 */
export async function benchLog(
  databaseUrl: string,
  say: (line: string) => void,
): Promise<string[]> {
  const DATA_DIR = mkdtempSync(`${tmpdir()}/openassay-log-`);
  configure({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl, DATA_DIR });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const forget = async () => {
    await client.query(`alter table log_leaves disable trigger all;
      truncate log_leaves, log_checkpoints, log_nodes; alter table log_leaves enable trigger all`);
    rmSync(`${DATA_DIR}/log-checkpoint`, { force: true });
  };
  say('PlasticList’s results');
  const published = readFileSync('db/data/plasticlist/samples.tsv', 'utf8');
  const imported = await importSamples(published, { source: 'PlasticList' });
  if (!imported.ok) throw new Error('PlasticList’s file was not imported.');
  await forget();
  const first = async () => {
    await inTransaction(sealEarlier);
    await signCheckpoint();
  };
  const firsts = [await msOf(first)];
  await forget();
  say(`${LEAVES} entries`);
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
    // An act begins and ends its transaction anyhow.
    await inTransaction(async (tx) => {
      await tx.execute('select 1');
      acts.push(await msOf(() => seal(tx, 'ended', body)));
    });
    checkpoints.push(await msOf(signCheckpoint));
    const index = Math.floor((size * at) / TIMES);
    proofs.push(await msOf(() => treeOf(db(), tree).inclusion(index, size)));
  }
  await disconnect();
  rmSync(DATA_DIR, { recursive: true });
  for (const [what, took, most] of [
    ['sealing PlasticList', firsts, 3_000],
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
