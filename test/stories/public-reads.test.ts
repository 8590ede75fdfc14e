import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { generate } from 'openapi-typescript-codegen';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiDocument } from '#app/http/api-document.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { loadCalls } from '#app/load-calls.server.ts';
import { aProduct, refuses, useStory } from '#test/support/story.ts';

const story = useStory();
const ELSEWHERE = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };

let productId: number;

beforeAll(async () => {
  productId = (await aProduct('Oat rings')).id;
  const lines = readFileSync('db/data/plasticlist/samples.tsv', 'utf8').split('\n');
  await importSamples(
    lines.filter((line, at) => at === 0 || line.split('\t')[1] === '79').join('\n'),
  );
});

/** The reads that are the same for everybody. */
const OPEN_CALLS = [
  '/.well-known/jwks.json',
  '/api/books',
  '/api/chemicals/{key}',
  '/api/day/{id}',
  '/api/plasticlist',
  '/api/plasticlist/{original_id}',
  '/api/plasticlist/{original_id}/revisions/{number}',
  '/api/products',
  '/api/products-alike',
  '/api/products/{id}',
  '/api/products/{id}/lab-samples',
  '/api/products/{id}/testing',
  '/api/published/{file}',
  '/api/risk-levels',
  '/api/strips',
];

const known: Record<string, string> = {
  key: 'dehp',
  original_id: '79',
  number: '1',
  file: 'figures',
};
const addressOf = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? String(productId)) +
  ({ '/api/strips': '?ids=79', '/api/plasticlist': '?panel=metals' }[path] ?? '');

describe('a page of another site', () => {
  it('reads what is the same for everybody, and nothing that a cookie opens', async () => {
    // No test for metals has results here.
    const gets = (await loadCalls()).filter(
      ({ method, path }) => method === 'get' && !path.endsWith('/metals'),
    );
    const open: string[] = [];
    for (const { path } of gets) {
      const address = story.url + addressOf(path);
      const answer = await fetch(address, { headers: ELSEWHERE, redirect: 'manual' });
      const asked = await fetch(address, {
        method: 'OPTIONS',
        headers: {
          ...ELSEWHERE,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'if-none-match',
        },
      });
      const allowed = [answer, asked].map(({ headers }) => [
        headers.get('access-control-allow-origin'),
        headers.get('cross-origin-resource-policy'),
        headers.get('access-control-allow-credentials'),
      ]);
      const isOpen = OPEN_CALLS.includes(path);
      const expected = isOpen ? ['*', 'cross-origin', null] : [null, 'same-origin', null];
      expect(allowed, path).toEqual([expected, expected]);
      if (!isOpen) continue;
      open.push(path);
      expect(asked.status, path).toBe(204);
      expect(asked.headers.get('access-control-allow-headers'), path).toContain('If-None-Match');
      expect(answer.status, path).toBe(200);
      expect(answer.headers.getSetCookie(), path).toEqual([]);
      const tag = answer.headers.get('etag')!;
      for (const one of [tag, `"other", ${tag.replace('W/', '')}`, '*']) {
        const again = await fetch(address, { headers: { ...ELSEWHERE, 'If-None-Match': one } });
        // What counts money says when it was counted.
        if (path !== '/api/books' || one === '*') expect(again.status, `${path} ${one}`).toBe(304);
        expect(again.headers.get('access-control-allow-origin'), path).toBe('*');
      }
    }
    expect(open.toSorted()).toEqual(OPEN_CALLS);
  });

  it('may not write where it may read', async () => {
    const answer = await fetch(`${story.url}/api/validate-cart`, {
      method: 'POST',
      headers: { ...ELSEWHERE, 'Content-Type': 'application/json' },
      body: '{"cart":[]}',
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each(['/feed.xml', '/sitemap.xml', '/api/openapi.json', '/log/key', '/tests.csv'])(
    'reads the file %s',
    async (path) => {
      const { status, headers } = await fetch(story.url + path, { headers: ELSEWHERE });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    },
  );
});

it('is served to a client that a stock generator makes from the description', async () => {
  const asked = await fetch(`${story.url}/api/openapi.json`);
  const document = (await asked.json()) as ApiDocument;
  const output = mkdtempSync(`${tmpdir()}/openassay-client-`);
  await generate({ input: document, output, useOptions: true });
  const client = (await import(/* @vite-ignore */ `${output}/index.ts`)) as Client;
  client.OpenAPI.BASE = story.url;
  const { ProductsService: listed, TestedProductsService: tested } = client;
  const page = await listed.getApiProducts({ search: 'oat', sort: 'id' });
  expect(page).toMatchObject({ total: 1, items: [{ id: productId, target_amount: 1275 }] });
  expect(await listed.getApiProductsId({ id: String(productId) })).toEqual(page.items[0]);
  const report = await tested.getApiPlasticlistOriginalId({ originalId: '79' });
  const { items } = await tested.getApiRiskLevels({ search: 'green tea' });
  expect(items).toEqual([report.risk]);
  expect(await tested.getApiPublishedFile({ file: 'samples' })).toContain('\tDEHP');
  const { requestBody } = document.paths!['/api/validate-cart']!.post!;
  const { example } = (requestBody as unknown as Body).content['application/json'];
  expect(await client.FundingService.postApiValidateCart({ requestBody: example })).toMatchObject({
    removedItems: [{ productId: 1011, reason: 'not_available' }],
  });
  await expect(listed.getApiProductsId({ id: '7' })).rejects.toMatchObject(
    refuses(404, expect.any(String) as string),
  );
});

interface Body {
  content: { 'application/json': { example: object } };
}
type Ask = (input: object) => Promise<{ items: { id: number }[]; risk?: object }>;
interface Client {
  OpenAPI: { BASE: string };
  ProductsService: { getApiProducts: Ask; getApiProductsId: Ask };
  TestedProductsService: {
    getApiPlasticlistOriginalId: Ask;
    getApiRiskLevels: Ask;
    getApiPublishedFile: Ask;
  };
  FundingService: { postApiValidateCart: Ask };
}
