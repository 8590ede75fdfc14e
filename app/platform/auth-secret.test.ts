import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { authSecret } from './auth-secret.server.ts';
import { configure, readConfig } from '#app/config.ts';

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return { ...fs, writeFileSync: vi.fn(fs.writeFileSync) };
});

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'openassay-secret-'));
  configure({ NODE_ENV: 'test', DATA_DIR: path.join(folder, 'data') });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('is made once for a data directory, and read by its owner alone', () => {
  const secret = authSecret();
  expect(secret.length).toBeGreaterThanOrEqual(64);
  expect(authSecret()).toBe(secret);
  const [file = ''] = readdirSync(path.join(folder, 'data'));
  expect(statSync(path.join(folder, 'data', file)).mode & 0o077).toBe(0);
  configure({ NODE_ENV: 'test', DATA_DIR: path.join(folder, 'other') });
  expect(authSecret()).not.toBe(secret);
});

it('is never seen half written: the file gets its name once it is whole', () => {
  vi.mocked(writeFileSync).mockClear();
  authSecret();
  const file = path.join(folder, 'data', 'auth-secret');
  const written = vi.mocked(writeFileSync).mock.calls.map(([name]) => name);
  expect(written).toHaveLength(1);
  expect(written).not.toContain(file);
  expect(readdirSync(path.join(folder, 'data'))).toEqual(['auth-secret']);
});

it('is the one that another process has made meanwhile', () => {
  const file = path.join(folder, 'data', 'auth-secret');
  vi.mocked(writeFileSync).mockImplementationOnce((name, content, options) => {
    vi.mocked(writeFileSync).getMockImplementation()?.(file, 'b'.repeat(64));
    vi.mocked(writeFileSync).getMockImplementation()?.(name, content, options);
  });
  expect(authSecret()).toBe('b'.repeat(64));
  expect(readdirSync(path.join(folder, 'data'))).toEqual(['auth-secret']);
});

it('is AUTH_SECRET where that is set, which must be long', () => {
  const AUTH_SECRET = 'a'.repeat(32);
  configure({ NODE_ENV: 'test', DATA_DIR: folder, AUTH_SECRET });
  expect(authSecret()).toBe(AUTH_SECRET);
  expect(readdirSync(folder)).toEqual([]);
  expect(() => readConfig({ AUTH_SECRET: 'short' })).toThrow('at least 32 characters');
});

it('is never an empty file', () => {
  writeFileSync(path.join(folder, 'auth-secret'), '');
  configure({ NODE_ENV: 'test', DATA_DIR: folder });
  expect(() => authSecret()).toThrow('holds no secret');
});
