import { statfs } from 'node:fs/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { configure } from '#app/config.ts';
import { RUNNING_FILE } from '#app/database/running-file.server.ts';
import { diskFree, diskWarning } from './disk.server.ts';

vi.mock('node:fs/promises', () => ({ statfs: vi.fn() }));

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'openassay-disk-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

/** So many of a hundred blocks are free where that file lies. */
function free(blocksOf: (file: string) => number): void {
  vi.mocked(statfs).mockImplementation(
    async (file) => ({ bavail: blocksOf(String(file)), blocks: 100 }) as never,
  );
}

it('tells of the fuller of two disks, that of the database and that of the rest, before it is full', async () => {
  const DATABASE_URL = 'postgres://127.0.0.1:1/openassay';
  configure({ NODE_ENV: 'test', DATA_DIR, DATABASE_URL });
  free((file) => (file === DATA_DIR ? 80 : 4));
  expect([await diskFree(), await diskWarning()]).toEqual([0.8, null]); // it has no database
  writeFileSync(path.join(DATA_DIR, RUNNING_FILE), JSON.stringify({ DATABASE_URL }));
  free((file) => (file === DATA_DIR ? 80 : 4));
  expect([await diskFree(), await diskWarning()]).toEqual([
    0.04,
    'Only 4% of the disk of DATA_DIR or of the database is free. Make room.',
  ]);
  free(() => 10);
  expect(await diskWarning()).toBeNull();
});
