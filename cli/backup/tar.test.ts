import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pack, unpack, type TarEntry } from './tar.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-tar-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = new Map([
  ['postgres/empty', ''],
  ['postgres/base/5/1234', 'x'.repeat(512)],
  [`data/images/${'long-name-'.repeat(8)}/${'of-a-photo-'.repeat(7)}é.jpg`, 'photo'],
]);

async function* entries(): AsyncGenerator<TarEntry> {
  yield { name: 'postgres/pg_wal' };
  for (const [name, text] of FILES) {
    const bytes = Buffer.from(text);
    yield {
      name,
      size: bytes.length,
      content: (async function* () {
        for (const byte of [bytes.subarray(0, 3), bytes.subarray(3)]) yield byte;
      })(),
    };
  }
}

async function packed(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of pack(entries())) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
}

it('what is packed unpacks as it was, long names and empty files and folders among it', async () => {
  await unpack(inPieces(await packed()), (name) => path.join(folder, 'out', name));
  for (const [name, text] of FILES) {
    expect(readFileSync(path.join(folder, 'out', name), 'utf8')).toBe(text);
  }
});

it('what is packed can be listed by tar', async () => {
  writeFileSync(path.join(folder, 'packed.tar'), await packed());
  const listed = execFileSync('tar', ['--quoting-style=literal', '-tf', 'packed.tar'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(listed.trim().split('\n')).toEqual(['postgres/pg_wal/', ...FILES.keys()]);
});

it('an archive that breaks off, or names what lies outside, is refused', async () => {
  const whole = await packed();
  const place = (name: string) => path.join(folder, 'broken', name);
  await expect(unpack(inPieces(whole.subarray(0, 1_500)), place)).rejects.toThrow('breaks off');
  const outside = Buffer.from(whole);
  outside.write('../../outside\0', 0);
  await expect(unpack(inPieces(outside), place)).rejects.toThrow('forbidden name');
});
