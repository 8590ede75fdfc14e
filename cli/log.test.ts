import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { config } from '#app/config.ts';
import { jobs } from '#app/jobs.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { log } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/database/db.server.ts';
import { askWitnesses } from '#app/log/ask-witnesses.server.ts';
import { logTrouble, logWarning } from '#app/log/log-trouble.server.ts';
import { newSigner } from '#app/log/keys.server.ts';
import { checkpointText, signedNote } from '#app/log/note.ts';
import { seal, sealAll } from '#app/log/seal.server.ts';
import { mountLog } from '#app/log/serve-log.server.ts';
import { logOverview } from '#app/log/log-page.server.ts';
import { entryBytes } from '#app/log/tree.ts';
import { signCheckpoint } from '#app/log/sign-checkpoint.server.ts';
import { verify } from '#app/log/verifier.js';
import { runTyped } from '#test/commands/run-typed.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { startWitness } from './log.ts';

useDatabase({ SITE_URL: 'https://assay.example.org' });

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const app = new Hono();
mountLog(app as never);
const bytes = async (address: string) =>
  Buffer.from(await (await app.request(`/log/${address}`)).arrayBuffer());
const text = async (address: string) => (await bytes(address)).toString();
const ended = { product: 1001, day: '2026-01-02', reason: 'none left' };
const act = () => inTransaction((tx) => seal(tx, 'ended', ended));

/** What a command prints, and how it ends. */
async function run(...args: string[]) {
  const { code, sentence: printed } = await runTyped('log', ...args);
  return { code, printed };
}

/** A reader's copy of what is published. */
async function copyTiles(size: number): Promise<string> {
  const copy = path.join(folder, `copy-${size}`);
  const files = ['checkpoint'];
  for (let tile = 0; tile * 256 < size; tile += 1) {
    const width = Math.min(256, size - tile * 256);
    files.push(`tile/entries/00${tile}${width < 256 ? `.p/${width}` : ''}`);
  }
  for (const file of files) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), await bytes(file));
  }
  return copy;
}

const started: { stop(): void }[] = [];
afterAll(() => started.forEach((one) => one.stop()));

/** Somebody's machine that answers as told; `asked` counts how often. */
async function stranger(answer: (response: ServerResponse, asked: number, url: string) => void) {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response, (asked += 1), request.url ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  started.push({ stop: () => (server.closeAllConnections(), server.close()) });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: () => asked };
}

describe('openassay log', () => {
  let first = '';
  let [kept, key] = ['', ''];

  beforeAll(async () => {
    const many = Array.from({ length: 300 }, () => ({ form: 'ended' as const, body: ended }));
    await inTransaction((tx) => sealAll(tx, many));
    await signCheckpoint();
    [first, kept, key] = [await text('entry/9.proof'), await text('checkpoint'), await text('key')];
  });

  it('changes the key in an entry that both signed, and old proofs hold', async () => {
    expect((await run('keys')).printed).toBe(key);
    const { printed } = await run('keys', 'rotate');
    expect(printed).not.toBe(key);
    expect(await text('key')).toBe(printed);
    expect((await run('keys', 'export')).printed).toMatch(
      /^PRIVATE\+KEY\+assay\.example\.org\/log\+/,
    );
    const { note } = JSON.parse(await text('entry/300')) as { note: string };
    expect(note.split('\n').filter((line) => line.startsWith('— '))).toHaveLength(2);
    const files = [first, kept, await text('consistency/300')];
    expect(await verify(files, [key, printed])).toMatchObject({ ok: true });
    // Who kept the old key alone needs the proof of that entry.
    expect(await verify(files, [key])).toMatchObject({ ok: false });
    const followed = [...files, await text('entry/300.proof')];
    expect(await verify(followed, [key])).toMatchObject({ ok: true });
    expect(await logOverview()).toMatchObject({ keyChanges: [300] });
    await act();
    expect(await signCheckpoint()).toEqual({ ok: true, size: 302 });
  });

  it('brings back what a restored database lacks, and takes no other copy', async () => {
    const copy = await copyTiles(302);
    await asOwner(`alter table log_leaves disable trigger all;
      delete from log_leaves where index >= 290; delete from log_checkpoints where size > 300;
      delete from log_nodes; alter table log_leaves enable trigger all`);
    expect(await signCheckpoint()).toMatchObject({ ok: false, why: 'behind' });
    // No key is sealed that could not take over.
    await expect(run('keys', 'rotate')).rejects.toThrow('older than the last checkpoint');
    expect(await act()).toBe(302);
    const bundle = path.join(copy, 'tile/entries/001.p/46');
    const right = readFileSync(bundle);
    writeFileSync(
      bundle,
      right.toString('latin1').replace(/none left(?!.*none left)/s, 'some left'),
      'latin1',
    );
    await expect(run('recover', copy)).rejects.toThrow('no copy of what was signed');
    await expect(run('recover', folder)).rejects.toThrow('is without tile/entries/001.p/46');
    // A mirror that went on has more entries in that tile, and may send anything.
    const larger = Buffer.concat([right, entryBytes(right.toString('utf8', 2, 40))]);
    const endless = await stranger((response) => {
      const send = () => response.destroyed || response.write(Buffer.alloc(1_000_000), send);
      send();
    });
    await expect(run('recover', endless.url)).rejects.toThrow('more than');
    const mirror = await stranger((response, _, url) => {
      const file = url === '/tile/entries/001.p/52' ? larger : undefined;
      response.writeHead(file ? 200 : 404).end(file);
    });
    const { code, printed } = await run('recover', mirror.url);
    expect([code, printed]).toEqual([0, '12 entries came back.\nSigned, with 303 entries.\n']);
    const files = [await text('entry/302.proof'), kept, await text('consistency/300')];
    expect(await verify(files, [key, await text('key')])).toMatchObject({ ok: true });
  });

  it('is back by the documented way after the key is lost: under another name, beside the old log', async () => {
    const last = await text('checkpoint');
    rmSync(path.join(config().DATA_DIR, 'log-key'));
    // What is done meanwhile is sealed and waits.
    expect(await act()).toBe(303);
    expect(await signCheckpoint()).toMatchObject({ ok: false, why: 'no-key' });
    expect((await logTrouble()).unsigned).toContain('The log’s key is not here');
    expect(await run('keys')).toEqual({ code: 1, printed: 'The log’s key is not here.\n' });
    expect(await text('checkpoint')).toBe(last);
    const { code, printed } = await run('recover', '--anew', 'The key burned.');
    expect(code).toBe(0);
    expect(printed).toContain('A new log begins: assay.example.org/log/2\n');
    expect(printed).toContain('Signed, with 305 entries.\n');
    const { earlier, entries, note } = await logOverview(1);
    expect(earlier).toEqual([{ origin: 'assay.example.org/log', size: 303, note: last }]);
    expect(entries.map(({ words }) => words)).toEqual([
      'This log began, after the log assay.example.org/log had ended: The key burned.',
    ]);
    expect(note).toContain('assay.example.org/log/2\n305\n');
    // The key that a reader kept still proves what the old log signed.
    expect(await verify([first, kept], [key])).toMatchObject({ ok: true });
    expect(JSON.parse(await text('entry/0'))).toMatchObject({
      form: 'openassay/beginning/1',
      origin: 'assay.example.org/log',
      checkpoint: last,
      lost: 'The key burned.',
    });
    expect(await text('entry/10')).toBe(
      Buffer.from(/extra (\S+)/.exec(first)![1]!, 'base64').toString(),
    );
    expect(await verify([await text('entry/10.proof')], [await text('key')])).toMatchObject({
      ok: true,
    });
    expect(await act()).toBe(305);
    expect(await run('recover')).toMatchObject({
      code: { exitCode: 2, message: expect.stringContaining('Say where') },
    });
  });
});

describe('openassay log witness', () => {
  async function witness(vkey: string, state: string) {
    let printed = '';
    const how = { state: path.join(folder, state), listen: '127.0.0.1:0' };
    const out = { write: (line: string) => (printed += line) } as never;
    const running = await startWitness({ log: vkey, name: 'witness.example.org', ...how }, out);
    started.push(running);
    return { url: running.url, vkey: printed.trim().split('\n').at(-1)!, stop: running.stop };
  }
  const post = async (url: string, body: string) => {
    const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
    return [answer.status, await answer.text()];
  };

  it('signs what the site offers, and the site serves it; one that is away holds nothing up', async () => {
    const { url, vkey } = await witness((await text('key')).trim(), 'site.json');
    config().LOG_WITNESSES = [
      { vkey, url },
      { vkey: vkey.replace('witness', 'away'), url: 'http://127.0.0.1:1' },
    ];
    for (let round = 0; round < 2; round += 1) {
      await act();
      await signCheckpoint();
      await askWitnesses();
      const { says } = await verify([await text('checkpoint')], [await text('key'), vkey]);
      expect(says).toEqual([expect.stringContaining('and seen by witness.example.org')]);
    }
    const page = await (await app.request('/verify')).text();
    expect(page).toContain(vkey);
    config().LOG_WITNESSES = [];
  });

  it('asks a witness that answers 409 with changing sizes twice, and keeps the others’ lines', async () => {
    const { url, vkey } = await witness((await text('key')).trim(), 'beside.json');
    await act();
    const signing = await signCheckpoint();
    const size = signing.ok ? signing.size : 0;
    const hostile = await stranger((response, asked) =>
      response.writeHead(409).end(`${1 + (asked % size)}\n`),
    );
    const endless = await stranger((response) => {
      const send = () => response.destroyed || response.write('x'.repeat(100_000), send);
      send();
    });
    const elsewhere = await stranger((response) =>
      response.writeHead(307, { Location: `${hostile.url}/add-checkpoint` }).end(),
    );
    const named = (name: string, at: string) => ({ vkey: vkey.replace('witness', name), url: at });
    config().LOG_WITNESSES = [
      named('hostile', hostile.url),
      named('endless', endless.url),
      named('elsewhere', elsewhere.url),
      { vkey, url },
    ];
    await askWitnesses();
    expect(hostile.asked()).toBe(2);
    expect(endless.asked()).toBe(1);
    expect(await text('checkpoint')).toMatch(/— witness\.example\.org \S+\n$/);
    config().LOG_WITNESSES = [];
  });

  it('logs of a witness when it breaks, once an hour after, and when it is well', async () => {
    const lines: unknown[] = [];
    const line = (...[about, sentence]: unknown[]) => void lines.push([about, sentence]);
    const warn = vi.spyOn(log, 'warn').mockImplementation(line);
    const info = vi.spyOn(log, 'info').mockImplementation(line);
    const broken = await stranger((response) => response.writeHead(500).end('no'));
    const { url, vkey } = await witness((await text('key')).trim(), 'broken.json');
    const named = vkey.replace('witness', 'breaking');
    const ask = async (minutes: number, at = broken.url, by = named) => {
      config().LOG_WITNESSES = [{ vkey: by, url: at }];
      for (let minute = 0; minute < minutes; minute += 1) {
        await askWitnesses();
        advanceClock(60_000);
      }
    };
    await act();
    await signCheckpoint();
    await ask(59);
    expect(lines).toEqual([
      [{ witness: 'breaking.example.org', message: '500: no' }, 'a witness signed nothing'],
    ]);
    await ask(60);
    expect(lines).toHaveLength(2);
    await ask(2, url, vkey);
    expect(lines).toHaveLength(2);
    await ask(1, broken.url, vkey);
    await act();
    await signCheckpoint();
    await ask(2, broken.url, vkey);
    await ask(2, url, vkey);
    expect(lines.slice(2)).toEqual([
      [expect.objectContaining({ witness: 'witness.example.org' }), 'a witness signed nothing'],
      [{ witness: 'witness.example.org' }, 'a witness signs again'],
    ]);
    for (const each of [warn, info]) each.mockRestore();
    config().LOG_WITNESSES = [];
    resetClock();
  });

  it('signs while a witness does not answer, and keeps what another one signed at once', async () => {
    const silent = await stranger(() => {});
    const { url, vkey } = await witness((await text('key')).trim(), 'at-once.json');
    config().LOG_WITNESSES = [
      { vkey: vkey.replace('witness', 'silent'), url: silent.url },
      { vkey, url },
    ];
    await act();
    await signCheckpoint();
    const asking = askWitnesses();
    await expect.poll(() => text('checkpoint')).toContain('— witness.example.org ');
    const before = await text('checkpoint');
    await act();
    await jobs.find(({ name }) => name === 'sign-by-clock')!.run({});
    expect(await text('checkpoint')).not.toBe(before);
    await asking;
    config().LOG_WITNESSES = [];
  });

  it('says so once no witness has signed for an hour', async () => {
    const well = { unsigned: null, unwitnessed: null, since: null };
    expect(await logTrouble()).toEqual(well);
    config().LOG_WITNESSES = [{ vkey: 'away.example.org+1+1', url: 'http://127.0.0.1:1' }];
    await act();
    await signCheckpoint();
    advanceClock(3_700_000);
    expect(await logWarning()).toBe(
      'No witness has signed a checkpoint of the log for an hour (docs/log.md).',
    );
    resetClock();
    config().LOG_WITNESSES = [];
  });

  it('refuses what C2SP’s tlog-witness says is to be refused, also after it was started again', async () => {
    const log = newSigner('other.example.org/log');
    const { url, vkey, stop } = await witness(log.vkey, 'other.json');
    const twin = await witness(log.vkey, 'other.json');
    const [a, b] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const note = (size: number, root: Buffer, signer = log) =>
      signedNote(checkpointText(signer.name, size, root), [signer]);
    const stranger = newSigner('stranger.example.org/log');
    const impostor = newSigner(log.name);
    expect(await post(url, 'hello')).toEqual([400, expect.any(String)]);
    expect(await post(url, `old 0\n\n${note(1, a, stranger)}`)).toEqual([404, expect.any(String)]);
    expect(await post(url, `old 0\n\n${note(1, a, impostor)}`)).toEqual([403, expect.any(String)]);
    expect(await post(url, `old 2\n\n${note(1, a)}`)).toEqual([400, expect.any(String)]);
    expect(await post(url, `old 1\n\n${note(1, a)}`)).toEqual([409, '0\n']);
    expect(await post(url, `old 0\n${a.toString('base64')}\n\n${note(1, a)}`)).toEqual([
      422,
      expect.any(String),
    ]);
    const [status, line] = await post(url, `old 0\n\n${note(1, a)}`);
    expect([status, line]).toEqual([200, expect.stringMatching(/^— witness\.example\.org \S+\n$/)]);
    expect(await verify([note(1, a) + line], [log.vkey, vkey])).toMatchObject({ ok: true });
    // A second process of the same witness knows what the first one signed.
    expect(await post(twin.url, `old 0\n\n${note(1, b)}`)).toEqual([409, '1\n']);
    stop();
    const again = await witness(log.vkey, 'other.json');
    expect(again.vkey).toBe(vkey);
    expect(await post(again.url, `old 1\n\n${note(1, b)}`)).toEqual([409, expect.any(String)]);
    expect(await post(again.url, `old 1\n\n${note(2, b)}`)).toEqual([422, expect.any(String)]);
    expect(await post(again.url, `old 0\n\n${note(2, b)}`)).toEqual([409, '1\n']);
  });
});
