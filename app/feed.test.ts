import { expect, it } from 'vitest';
import { writeFeed } from './feed.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { useDatabase } from '#test/support/database.ts';
import { samplesFile } from '#test/support/samples-file.ts';

useDatabase();

it('tells of posts and of every publication of results, newest first', async () => {
  await importSamples(samplesFile({ id: '1', DEHP_ng_g: '100' }, { id: '2', DEHP_ng_g: '300' }));
  const second = await importSamples(
    samplesFile({ id: '1', DEHP_ng_g: '100' }, { id: '2', DEHP_ng_g: '<10' }),
    { reason: 'Sample 2 & its blank were <swapped>.' },
  );
  expect(second).toBeDefined();
  const xml = await writeFeed('https://a.example');
  const entries = xml.split('<entry>').slice(1);
  expect(entries[0]).toMatch(/<title>Corrected: /);
  expect(entries[0]).toContain('/revisions/2</id>');
  expect(entries[0]).toContain('Sample 2 &amp; its blank were &lt;swapped&gt;.');
  expect(entries.find((entry) => entry.includes('/revisions/1</id>'))).toMatch(/<title>Tested: /);
  expect(entries.at(-1)).toContain('<id>https://a.example/blog/test-post</id>');
  const days = entries.map((entry) => /<updated>(.*)<\/updated>/.exec(entry)?.[1] ?? '');
  expect(days).toEqual([...days].sort().reverse());
  expect(xml).toContain(
    '<link rel="self" type="application/atom+xml" href="https://a.example/feed.xml"/>',
  );
});
