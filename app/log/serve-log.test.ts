import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { config } from '#app/config.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { logCheckpoints, logNodes } from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { keepCheckpoint, keptCheckpoint, newSigner } from './keys.server.ts';
import { logOverview } from './log-page.server.ts';
import { checkpointText, signedNote } from './note.ts';
import { leafHash, seal, sealAll } from './seal.server.ts';
import { mountLog } from './serve-log.server.ts';
import { signCheckpoint } from './sign-checkpoint.server.ts';
import { tileRoot } from './tree.ts';
import { verify } from './verifier.js';

useDatabase({ SITE_URL: 'https://assay.example.org' });

const app = new Hono();
mountLog(app as never);
const get = (address: string) => app.request(`/log/${address}`);
const text = async (address: string) => (await get(address)).text();
const bytes = async (address: string) => Buffer.from(await (await get(address)).arrayBuffer());
const ended = (at: number) => ({
  form: 'ended' as const,
  body: { product: 1001, day: '2026-01-02', reason: `act ${at}` },
});
const act = () => inTransaction((tx) => seal(tx, 'ended', ended(0).body));
const triggersOff = (statement: string) =>
  asOwner(
    `alter table log_leaves disable trigger all; ${statement}; alter table log_leaves enable trigger all`,
  );

describe('the log', () => {
  let kept = '';

  beforeAll(async () => {
    expect((await get('checkpoint')).status).toBe(404);
    await importSamples(samplesFile({ id: '1', product_id: '7' }), { source: 'Somebody' });
    expect(await signCheckpoint()).toEqual({ ok: true, size: 2 });
    kept = await text('checkpoint');
    const many = Array.from({ length: 300 }, (_, at) => ended(at));
    await inTransaction((tx) => sealAll(tx, many));
    expect(await signCheckpoint()).toEqual({ ok: true, size: 302 });
  });

  it('serves checkpoint, key, entries, and proofs that continue what a reader kept', async () => {
    const key = await text('key');
    expect(key).toMatch(/^assay\.example\.org\/log\+[\da-f]{8}\+\S+\n$/);
    const files = [
      await text('entry/1.proof'),
      kept,
      await text('consistency/2'),
      await text('entry/1'),
    ];
    expect(await verify(files, [key])).toMatchObject({ ok: true });
    const ofKept = await text('entry/1.proof?size=2');
    expect(ofKept.endsWith(`\n\n${kept}`)).toBe(true);
    expect(await verify([ofKept, kept], [key])).toMatchObject({ ok: true });
    const rows = await text('entry/1.rows');
    expect(JSON.parse(await text('entry/1'))).toMatchObject({
      form: 'openassay/imported-product/1',
      rows_sha256: createHash('sha256').update(rows).digest('hex'),
    });
  });

  it('serves tiles that are immutable and whose hashes are the entries’', async () => {
    const answer = await get('tile/0/000');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    const whole = await bytes('tile/0/000');
    const hashes = Array.from({ length: 256 }, (_, at) => whole.subarray(at * 32, at * 32 + 32));
    expect(await bytes('tile/1/000.p/1')).toEqual(tileRoot(hashes));
    const bundle = await bytes('tile/entries/001.p/46');
    const leaves: string[] = [];
    for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
      leaves.push(bundle.toString('utf8', at + 2, at + 2 + bundle.readUInt16BE(at)));
    expect(Buffer.concat(leaves.map(leafHash))).toEqual(await bytes('tile/0/001.p/46'));
    expect(leaves.at(-1)).toBe(await text('entry/301'));
  });

  it.each([
    ['tile/0/001', 'no such tile: its checkpoint is of 302 entries'],
    ['tile/0/001.p/47', 'no such tile'],
    ['tile/2/000.p/1', 'no such tile'],
    ['tile/0/x000/001.p/4', 'no address of a tile'],
    ['tile/64/000', 'no address of a tile'],
    ['tile/entries/1', 'no address of a tile'],
    ['tile/0/000.p/256', 'no address of a tile'],
    ['entry/302', 'The log has no entry 302'],
    ['entry/01', 'no address of an entry'],
    ['entry/300.proof?size=2', 'older than entry 300'],
    ['entry/0.rows', 'states no results'],
    ['entry/1.proof?size=5', 'No checkpoint of so many entries'],
    ['entry/1.proof?size=1.5', 'No checkpoint of so many entries'],
    ['consistency/-1', 'No two checkpoints'],
    ['consistency/1.5/2', 'No two checkpoints'],
    ['consistency/302/2', 'No two checkpoints'],
  ])('says what is not there: %s', async (address, sentence) => {
    const answer = await get(address);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining(sentence)]);
  });

  it('is checked by a page that needs nothing else and lets nothing out', async () => {
    const page = await app.request('/verify');
    const html = await page.text();
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'/);
    const [, script = ''] = /<script type="module">(.*)<\/script>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`script-src 'sha256-${hash}'`);
    expect(html).toContain((await text('key')).trim());
    expect(html).not.toMatch(/ src=| rel="stylesheet"/);
  });
});

describe('a checkpoint is signed', () => {
  const [file, keyFile] = ['log-checkpoint', 'log-key'].map(
    (name) => () => path.join(config().DATA_DIR, name),
  ) as [() => string, () => string];

  afterEach(async () => {
    expect(await signCheckpoint()).toMatchObject({ ok: true });
  });

  it('by a key that its owner alone can read, and kept beside it', async () => {
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(await text('checkpoint')).toBe(keptCheckpoint());
    await act();
    await Promise.all([signCheckpoint(), signCheckpoint()]);
    expect(keptCheckpoint()).toContain('\n303\n');
  });

  it('not by another key, nor where the key is gone', async () => {
    const own = readFileSync(keyFile(), 'utf8');
    rmSync(keyFile());
    await act();
    expect(await signCheckpoint()).toMatchObject({ ok: false, why: 'no-key' });
    // The page says so once a checkpoint is late.
    expect(await logOverview()).toMatchObject({ unsignedSince: null });
    advanceClock(600_000);
    expect(await logOverview()).toMatchObject({ unsignedSince: expect.any(String) });
    resetClock();
    expect(existsSync(keyFile())).toBe(false);
    writeFileSync(keyFile(), newSigner('assay.example.org/log').skey);
    expect(await signCheckpoint()).toMatchObject({ ok: false, why: 'other-key' });
    writeFileSync(keyFile(), own);
  });

  it('not where an entry is another than was signed', async () => {
    const swap = (from: string, to: string) =>
      triggersOff(
        `update log_leaves set hash = decode('${to}', 'hex') where hash = decode('${from}', 'hex')`,
      );
    const [right, wrong] = [leafHash(await text('entry/302')).toString('hex'), '00'.repeat(32)];
    await swap(right, wrong);
    expect(await signCheckpoint()).toMatchObject({ ok: false, why: 'changed' });
    await swap(wrong, right);
  });

  it('not where the database is older than the last one, until the entries are back', async () => {
    await asOwner(`create table lost as select * from log_leaves where index >= 300;
      create table unsigned as select * from log_checkpoints where size > 302`);
    await triggersOff(
      `delete from log_leaves where index >= 300; delete from log_checkpoints where size > 302`,
    );
    expect(await signCheckpoint()).toMatchObject({ ok: false, why: 'behind' });
    const proof = await get('entry/9.proof');
    expect([proof.status, await proof.text()]).toEqual([404, expect.stringContaining('not here')]);
    // What is done meanwhile goes behind what was signed.
    const late = await act();
    expect(late).toBeGreaterThan(302);
    expect(await signCheckpoint()).toMatchObject({ ok: false, why: 'behind' });
    await asOwner('insert into log_leaves select * from lost; drop table lost, unsigned');
    expect(await signCheckpoint()).toMatchObject({ ok: true });
    expect(await verify([await text(`entry/${late}.proof`)], [await text('key')])).toMatchObject({
      ok: true,
    });
  });

  it('again where the nodes have to be worked out anew', async () => {
    await db().delete(logNodes);
    await act();
    expect(await signCheckpoint()).toMatchObject({ ok: true });
    expect((await db().select().from(logCheckpoints)).length).toBeGreaterThan(3);
  });

  it('not beside a file that says something else', async () => {
    const own = readFileSync(file(), 'utf8');
    const [origin = '', size = '0'] = own.split('\n');
    const signer = newSigner(origin);
    keepCheckpoint(signedNote(checkpointText(origin, Number(size), Buffer.alloc(32)), [signer]));
    expect(await signCheckpoint()).toMatchObject({ ok: false, why: 'changed' });
    keepCheckpoint(own);
  });
});
