import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { authSecret } from '#app/admin/sign-in/auth-secret.server.ts';
import { configure, readConfig } from '#app/config.ts';

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
