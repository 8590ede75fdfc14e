import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** The record as a process that begins now has it. */
async function siteNow() {
  vi.resetModules();
  return (await import('./site.ts')).site;
}

it('has names of its own where none are set', async () => {
  vi.stubEnv('SITE_NAME', '');
  expect(await siteNow()).toMatchObject({ name: 'OpenAssay', tagline: 'Know what is in it.' });
});

it('is called what the environment says', async () => {
  vi.stubEnv('SITE_NAME', ' Plain Label ');
  vi.stubEnv('SITE_TAGLINE', 'Read it.');
  const names = { name: 'Plain Label', tagline: 'Read it.', slug: 'openassay' };
  expect(await siteNow()).toMatchObject(names);
});

it('is called in a browser what its document says', async () => {
  const dataset = { name: 'Plain Label', tagline: 'Read it.' };
  vi.stubGlobal('document', { documentElement: { dataset } });
  expect(await siteNow()).toMatchObject(dataset);
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  expect(await siteNow()).toMatchObject({ name: 'OpenAssay' });
});
