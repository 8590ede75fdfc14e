import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  backupsIn,
  beginBackup,
  findBackup,
  finishBackup,
  logFolder,
  noteVerified,
  proveAbout,
  prune,
} from './place.ts';
import { backupKey } from './sealed-file.ts';

let place: string;
beforeEach(() => (place = mkdtempSync(path.join(tmpdir(), 'openassay-place-'))));
afterEach(() => rmSync(place, { recursive: true, force: true }));

const KEY = backupKey('a key that is long enough for a test');

/** A backup of that day, whose log begins at that file. */
function aBackup(day: number, startLog: string, key = backupKey(undefined)) {
  const at = `2026-03-${String(day).padStart(2, '0')}T03:00:00.000Z`;
  const { name, unfinished } = beginBackup(place, new Date(at));
  const about = {
    format: 1 as const,
    name,
    postgres: '18',
    startLog,
    startedAt: at,
    endedAt: at,
    bytes: 1,
    base: { bytes: 1, sha256: '' },
    isEncrypted: key !== undefined,
  };
  return finishBackup(place, unfinished, about, key);
}

const log = (place: number, timeline = 1) =>
  `${String(timeline).padStart(8, '0')}${String(place).padStart(16, '0')}`;

describe('a place of backups', () => {
  it('has a folder for each of two that begin in the same second', () => {
    const both = [aBackup(1, log(1)), aBackup(1, log(1))];
    const third = beginBackup(place, new Date('2026-03-01T03:00:00Z'));
    const names = [...both, third].map(({ name }) => name);
    expect(names.map((name) => name.slice(11))).toEqual(['030000Z', '030001Z', '030002Z']);
    expect(backupsIn(place)).toEqual(both);
  });

  it('says of what is no backup, or only half of one, that it is none', () => {
    expect(() => findBackup(path.join(place, 'nowhere'))).toThrow('is no backup, and holds none');
    expect(() => findBackup(place)).toThrow('is no backup, and holds none');
    beginBackup(place, new Date('2026-03-01T03:00:00Z'));
    expect(() => findBackup(place)).toThrow('holds a backup that was never finished');
  });

  it('gives the newest backup, or the newest that was whole by a moment, or the one named', () => {
    const [first, second] = [aBackup(1, log(1)), aBackup(2, log(5))];
    expect(findBackup(place).name).toBe(second.name);
    expect(findBackup(place, new Date('2026-03-02T02:59:59Z')).name).toBe(first.name);
    expect(findBackup(first.folder)).toEqual(first);
    expect(() => findBackup(place, new Date('2026-03-01T02:59:59Z'))).toThrow(
      /is before the oldest backup there, .*which can be restored to 2026-03-01T03:00:00.000Z or later/,
    );
  });

  it('keeps what is young enough, the newest, the newest verified one, and the log of these', () => {
    const [old, verified, young] = [aBackup(1, log(1)), aBackup(2, log(4)), aBackup(20, log(9))];
    const mark = '2026-03-02T03:00:00.000Z';
    noteVerified(place, { backup: verified.name, mark, verifiedAt: mark });
    mkdirSync(logFolder(place));
    const names = [log(3), log(4), log(3, 2), log(9, 2)].map((name) => `${name}.gz`);
    for (const name of [...names, '00000002.history.gz', `${log(3)}.gz.part`]) {
      writeFileSync(path.join(logFolder(place), name), '');
    }
    expect(prune(place, 10, new Date('2026-03-21T00:00:00Z'))).toEqual([old.name]);
    expect(backupsIn(place).map(({ name }) => name)).toEqual([verified.name, young.name]);
    // The first one is being written.
    expect(readdirSync(logFolder(place))).toEqual([
      `${log(3)}.gz.part`,
      `${log(4)}.gz`,
      '00000002.history.gz',
      `${log(9, 2)}.gz`,
    ]);
  });

  it('keeps the only backup, however old it is, and what is being written', () => {
    aBackup(1, log(1));
    const { unfinished } = beginBackup(place, new Date('2026-03-30T03:00:00Z'));
    expect(prune(place, 1, new Date())).toEqual([]);
    expect(existsSync(unfinished)).toBe(true);
  });

  it('proves with the key what a backup says of itself', () => {
    const sealed = aBackup(1, log(1), KEY);
    expect(() => proveAbout(sealed, KEY)).not.toThrow();
    expect(() => proveAbout(sealed, undefined)).toThrow('is encrypted. Set BACKUP_KEY');
    const other = backupKey('another key, long enough for a test');
    expect(() => proveAbout(sealed, other)).toThrow('was encrypted with another key');
    expect(() => proveAbout(aBackup(2, log(2)), KEY)).toThrow('is not encrypted');
  });
});
