import { beforeAll, expect, it } from 'vitest';
import { siteUrl } from '#app/config.ts';
import { evidenceOf } from '#app/assistants/evidence.server.ts';
import { metalResults } from '#app/results/metals/metal-results.server.ts';
import { writeMetalsResults } from '#test/oracle/metals/write-results.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { useStory } from '#test/support/story.ts';

const story = useStory({}, uncompiledPages);

beforeAll(() =>
  writeMetalsResults([
    { id: 7001, name: 'Rice', servingG: 45, samples: [{ pb: '3', cd: '4', as: '50', hg: '<1' }] },
    { id: 7002, name: 'Pears', servingG: 110, samples: [{ pb: '12', cd: '<1' }] },
  ]),
);

const get = async (path: string) => (await fetch(story.url + path)).text();

async function ask(name: string, input: object) {
  const response = await fetch(`${story.url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: input },
    }),
  });
  const { result } = (await response.json()) as {
    result: { content: { text: string }[]; structuredContent: Record<string, unknown> };
  };
  return { text: result.content[0]!.text, found: result.structuredContent };
}

it('assistants are answered with verdicts by authority, and no levels', async () => {
  const [rice] = await metalResults([7001]);
  const { text, found } = await ask('search', { query: 'rice', panel: 'metals' });
  expect(text).toContain('Lead: within FDA’s daily amount; within California’s warning threshold');
  expect(found['tested']).toMatchObject([
    { product_id: 7001, panel: 'metals', sentence: rice!.sentence },
  ]);
  const compared = await ask('compare', { products: '7001, 7002' });
  // 3 × 45 = 135 ng and 12 × 110 = 1,320: by a factor of 9.8, of one sample each.
  expect(compared.text).toContain(
    'One serving each, against Pears (metals): lead lower in every sample tested',
  );
  expect(compared.found['metals']).toMatchObject([{ product_id: 7001 }, { product_id: 7002 }]);
  for (const said of [text, compared.text]) {
    expect(said).not.toMatch(/\bLow\b|\bHigh\b|plastic chemicals in/);
    expect(said).toContain('not tested: no finding of safety');
  }
  const evidence = await evidenceOf([7001], siteUrl(), new URLSearchParams());
  for (const words of [rice!.sentence, 'sample 700100: lot not stated', '/plasticlist/7001'])
    expect(evidence).toContain(words);
  expect(evidence).not.toMatch(/Low|percent of the limit/);
});

it('tables of one test and of all hold what was measured', async () => {
  const rows = (await get('/metals.csv')).trim().split('\r\n');
  expect(rows).toHaveLength(1 + 6);
  expect((await get('/plasticlist/7001.csv')).trim().split('\r\n')).toEqual([
    (await get('/plasticlist.csv')).split('\r\n')[0],
    ...rows.filter((row) => row.startsWith('7001,')),
  ]);
  expect(await get('/api/plasticlist/7001/metals.csv')).toBe(await get('/plasticlist/7001.csv'));
  expect(await get('/llms.txt')).toContain('/plasticlist.md?panel=metals');
  expect(await get('/plasticlist.md?panel=metals')).toContain('Rice (metals)');
});
