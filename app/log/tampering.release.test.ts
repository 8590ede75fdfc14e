import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { config } from '#app/config.ts';
import { inTransaction } from '#app/database/db.server.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { newSigner } from './keys.server.ts';
import { recoverLeaves } from './recover.server.ts';
import { rotateKey } from './rotate-key.server.ts';
import { sealAll, type Unsealed } from './seal.server.ts';
import { mountLog } from './serve-log.server.ts';
import { signCheckpoint } from './sign-checkpoint.server.ts';
import { tilePath, TILE_WIDTH } from './tree.ts';
import { readCheckpoint, readKey, verify } from './verifier.js';
import { addCheckpoint } from './witness.ts';

/** So many histories of each kind; `LOG_RUNS=1000` plays as many as the log was accepted with. */
const RUNS = Number(process.env.LOG_RUNS ?? 8);

vi.setConfig({ testTimeout: 300_000 + RUNS * 60_000 });

useDatabase({ SITE_URL: 'https://assay.example.org' });

const app = new Hono();
mountLog(app as never);
/** All that a reader has is what the site serves. */
const ask = (address: string) => app.request(`/log/${address}`);
const text = async (address: string) => (await ask(address)).text();

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-tampering-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Pick = (below: number) => number;

/** Chance that a failure can be played again by. */
function chance(seed: number): Pick {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % below;
  };
}

/** So many acts, of whatever kind. */
function acts(pick: Pick, count: number): Unsealed[] {
  return Array.from({ length: count }, () => {
    const [product, day] = [1 + pick(9_000), `2026-0${1 + pick(9)}-1${pick(10)}`];
    return pick(2) === 0
      ? { form: 'ended', body: { product, day, reason: `act ${pick(1e6)}` } }
      : { form: 'step', body: { product, day, sample: 1 + pick(3), step: 'shipped' } };
  });
}

const does = async (pick: Pick, count: number) => {
  if (count > 0) await inTransaction((tx) => sealAll(tx, acts(pick, count)));
};

/** Somebody writes into the database as its owner, whom no trigger stops. */
const writes = (statements: string) =>
  asOwner(`set session_replication_role = replica; ${statements}`);
const lastFile = () => path.join(config().DATA_DIR, 'log-checkpoint');
const REHASHED = `update log_leaves set hash = sha256('\\x00'::bytea || convert_to(leaf, 'UTF8'))`;

/** Owns the machine, too: nothing is left of what was signed, and the site's key signs what is there now. */
async function signsAnew(): Promise<void> {
  await writes('delete from log_checkpoints; delete from log_nodes');
  rmSync(lastFile(), { force: true });
  expect(await signCheckpoint()).toMatchObject({ ok: true });
}

/** What is done to entry `at` of `size`. Each leaves a log whose indexes look right. */
const TAMPERINGS: Record<string, (at: number, pick: Pick, size: number) => string> = {
  edit: (at) =>
    `update log_leaves set leaf = replace(leaf, '"product":', '"product":1') where index = ${at}; ${REHASHED}`,
  'edit, but not the hash': (at) =>
    `update log_leaves set leaf = replace(leaf, '"product":', '"product":1') where index = ${at}`,
  'back-date': (at) =>
    `update log_leaves set leaf = regexp_replace(leaf, '"at":"\\d{4}', '"at":"2019'),
      created_at = '2019-01-01' where index = ${at}; ${REHASHED}`,
  delete: (at) =>
    `delete from log_leaves where index = ${at};
      update log_leaves set index = -index where index > ${at};
      update log_leaves set index = -index - 1 where index < 0`,
  insert: (at) =>
    `update log_leaves set index = -index - 1 where index >= ${at};
      update log_leaves set index = -index where index < 0;
      insert into log_leaves (tree, index, form, leaf, hash)
      values (1, ${at}, 'ended', '{"act":"never done"}', ''); ${REHASHED}`,
  swap: (at, pick, size) => {
    const other = (at + 1 + pick(size - 1)) % size;
    return `update log_leaves set index = -1 where index = ${at};
      update log_leaves set index = ${at} where index = ${other};
      update log_leaves set index = ${other} where index = -1`;
  },
  withhold: (at) => `delete from log_leaves where index >= ${at}`,
  'take out': (at) => `delete from log_leaves where index = ${at}`,
};

describe('a log whose database somebody owns', () => {
  async function forgetsAll(): Promise<void> {
    await writes('delete from log_leaves; delete from log_nodes; delete from log_checkpoints');
    rmSync(lastFile(), { force: true });
  }

  /** A log with a checkpoint of yesterday that a reader kept, and what was done since. */
  async function aHistory(pick: Pick) {
    await forgetsAll();
    const old = 2 + pick(pick(6) === 0 ? 600 : 60);
    await does(pick, old);
    await signCheckpoint();
    const kept = await text('checkpoint');
    await does(pick, pick(40));
    await signCheckpoint();
    return { old, kept, size: readCheckpoint(await text('checkpoint')).size };
  }

  it('is found out by a checkpoint of yesterday, whatever was done below it', async () => {
    const names = Object.keys(TAMPERINGS);
    for (let seed = 0; seed < 2 * RUNS; seed += 1) {
      const pick = chance(seed);
      const { old, kept, size } = await aHistory(pick);
      const name = names[seed % names.length]!;
      const at = pick(old);
      await writes(TAMPERINGS[name]!(at, pick, size));
      const isGone = name === 'take out' || (name === 'withhold' && at === 0);
      if (pick(2) === 0 && !isGone) await signsAnew();
      else await signCheckpoint();
      const files = [await text(`entry/${at}.proof`), await text(`consistency/${old}`)];
      const verdict = await verify([kept, ...files], [await text('key')]);
      expect([seed, name, verdict.ok]).toEqual([seed, name, false]);
    }
  });

  it('is found out by two readers who were shown different histories, and by a witness', async () => {
    const signer = newSigner('witness.example.org');
    for (let seed = 0; seed < RUNS; seed += 1) {
      const pick = chance(seed);
      const { old, kept, size } = await aHistory(pick);
      const mine = await text('checkpoint');
      const at = pick(old);
      await writes(TAMPERINGS.edit!(at, pick, size));
      await signsAnew();
      const yours = await text('checkpoint');
      const key = await text('key');
      const { says } = await verify([mine, yours], [key]);
      expect([seed, ...says]).toEqual([seed, expect.stringContaining('The log was forked')]);
      const seen = new Map([[readCheckpoint(kept).origin, readCheckpoint(kept)]]);
      const asked = await text(`consistency/${old}`);
      const answer = await addCheckpoint(asked, { signer, logs: [await readKey(key)], seen }, 1);
      expect([seed, answer.status]).toEqual([seed, 422]);
    }
  });

  it('raises no false alarm: restores that were recovered, and keys that were changed', async () => {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const pick = chance(seed);
      await forgetsAll();
      await does(pick, 1 + pick(300));
      const [keys, kept] = [new Set<string>(), [] as string[]];
      for (let step = 0; step < 3; step += 1) {
        await signCheckpoint();
        keys.add(await text('key'));
        kept.push(await text('checkpoint'));
        const what = pick(3);
        if (what === 0) await rotateKey();
        if (what === 1) await isRestored(pick, `${seed}-${step}`);
        await does(pick, pick(30));
      }
      expect(await signCheckpoint()).toMatchObject({ ok: true });
      keys.add(await text('key'));
      const note = kept[pick(kept.length)]!;
      const { size } = readCheckpoint(note);
      const files = [await text(`entry/${pick(size)}.proof`), await text(`consistency/${size}`)];
      const verdict = await verify([note, ...files], [...keys]);
      expect([seed, verdict]).toEqual([seed, expect.objectContaining({ ok: true })]);
    }
  });

  /** The database is brought back from an older copy; what was published brings back the rest. */
  async function isRestored(pick: Pick, name: string): Promise<void> {
    const { size } = readCheckpoint(await text('checkpoint'));
    const copy = path.join(folder, name);
    for (let tile = 0; tile * TILE_WIDTH < size; tile += 1) {
      const width = Math.min(TILE_WIDTH, size - tile * TILE_WIDTH);
      const file = `tile/entries/${tilePath(tile)}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
      mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
      writeFileSync(path.join(copy, file), Buffer.from(await (await ask(file)).arrayBuffer()));
    }
    const left = pick(size);
    await writes(`delete from log_leaves where index >= ${left};
      delete from log_checkpoints where size > ${left}; delete from log_nodes`);
    // An act may come before anything has looked at the checkpoint beside the key.
    await does(pick, pick(3));
    expect(await signCheckpoint()).toMatchObject({ ok: false });
    await does(pick, pick(3));
    expect(await recoverLeaves(copy)).toMatchObject({ came: size - left, signing: { ok: true } });
  }
});
