import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { present } from '#app/kit/assert.ts';
import { backupKey, readSealed, writeSealed, type BackupKey } from './sealed-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'openassay-sealed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = present(backupKey('a key that is long enough for a test'), 'the key');
const file = path.join(folder, 'one');

async function write(bytes: Buffer, key: BackupKey | null = KEY): Promise<Buffer> {
  await writeSealed(file, 'log/1', Readable.from([bytes]), key ?? undefined);
  return readFileSync(file);
}

async function read(name = 'log/1', key: BackupKey | null = KEY): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readSealed(file, name, key ?? undefined)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('an encrypted file', () => {
  it.each([0, 1, 65_536, 65_537, 400_000])('of %i bytes reads as it was written', async (size) => {
    const bytes = randomBytes(size);
    const written = await write(bytes);
    expect(await read()).toEqual(bytes);
    if (size > 32) expect(written.includes(bytes.subarray(0, 32))).toBe(false);
  });

  it('is refused where a byte of it is flipped, wherever that is', async () => {
    const whole = await write(randomBytes(200_000));
    for (const at of [0, 20, 30, 45, 1_000, 65_600, whole.length - 1]) {
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 1;
      writeFileSync(file, flipped);
      await expect(read(), `byte ${at}`).rejects.toThrow(/damaged|another key|not encrypted/);
    }
  });

  it('is refused where it is cut off, also between two pieces, or is another file', async () => {
    const whole = await write(randomBytes(200_000));
    for (const bytes of [30, 43, 43 + 65_552, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, bytes));
      await expect(read(), `${bytes} bytes`).rejects.toThrow('log/1 is damaged');
    }
    writeFileSync(file, whole);
    await expect(read('log/2')).rejects.toThrow('not the file that was written under this name');
  });

  it('says so where the key is missing or another one', async () => {
    await write(Buffer.from('secret'));
    await expect(read('log/1', null)).rejects.toThrow('log/1 is encrypted. Set BACKUP_KEY');
    const other = present(backupKey('another key, long enough for a test'), 'the other key');
    await expect(read('log/1', other)).rejects.toThrow('was encrypted with another key');
  });
});

describe('a file that is not encrypted', () => {
  it('is gzip, and is refused where a key is set: anybody could have written it', async () => {
    const written = await write(Buffer.from('in clear'), null);
    expect(gunzipSync(written).toString()).toBe('in clear');
    await expect(read()).rejects.toThrow('log/1 is not encrypted, and BACKUP_KEY is set');
  });
});
