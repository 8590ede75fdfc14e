import { afterEach, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { whereMailIsRead, whoReaches } from './who-reaches.ts';

afterEach(() => configure({ NODE_ENV: 'test' }));

describe('the start says', () => {
  it.each([
    [{}, /^this machine alone \(HOST 127\.0\.0\.1\)/],
    [{ HOST: '::1' }, /^this machine alone/],
    [{ HOST: '0.0.0.0' }, /^anybody whose network reaches this machine .*; set SITE_URL before/],
    [{ HOST: '::' }, /^anybody whose network reaches this machine .*; set SITE_URL before/],
    [
      { HOST: '0.0.0.0', SITE_URL: 'https://assay.example' },
      /^anybody whose network reaches this machine \(HOST 0\.0\.0\.0\)$/,
    ],
  ])('who reaches it: %j', (env, sentence) => {
    configure(env);
    expect(whoReaches()).toMatch(sentence);
  });

  it.each([
    [{}, /^http:\/\/localhost:3000\/dev\/mail\/[0-9a-f]{32}, or npm run .* mail$/],
    [{ SITE_URL: 'https://assay.example' }, /^npm run .* mail$/],
  ])('where mail is read that stays here: %j', (env, sentence) => {
    configure(env);
    expect(whereMailIsRead()).toMatch(sentence);
  });
});
