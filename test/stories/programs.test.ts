import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { like } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mountAssistants } from '#app/assistants/mcp.server.ts';
import { productSchema } from '#app/catalogue/product-schema.ts';
import { ASSISTANTS } from '#app/http/limits/limits.ts';
import { secondsLeft } from '#app/http/limits/rate-limit.server.ts';
import type { Env } from '#app/http/mount-calls.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { advanceClock } from '#app/platform/clock.server.ts';
import { riskLevelSchema, testedReportSchema } from '#app/results/tested-schema.ts';
import { rateLimits } from '#db/schema.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { changeProduct, changeRows } from '#test/support/gifts.ts';
import { aProduct, useStory } from '#test/support/story.ts';

const story = useStory({}, uncompiledPages);

const NO_FINDING = 'not tested: no finding of safety';
const STANDING = 'Status: contested. Looked at November 21, 2026.';
const MARKUP = '<b>*Oat* [milk](javascript:alert) | `x` & 1 < 2</b>';

/** Infant formula, three teas, one of which has an update, a milk, and what nobody eats. */
const some = ['1', '79', '80', '93', '56', '750'];
const dataset = readFileSync('db/data/plasticlist/samples.tsv', 'utf8').split('\n');
const file = dataset.filter((line, at) => at === 0 || some.includes(line.split('\t')[1]!));

const codes = { open: 0, removed: 0, marked: 0 };

beforeAll(async () => {
  await importSamples(file.join('\n'));
  codes.open = (await aProduct('Plain oat rings')).id;
  const { id: sister } = await aProduct('Plain oat rings');
  await changeProduct(sister, { panel: 'metals', itemOf: codes.open });
  codes.marked = (await aProduct(MARKUP)).id;
  codes.removed = (await aProduct('Gone oat rings')).id;
  await changeProduct(codes.removed, { removedAt: new Date(), removedReason: 'removed' });
});

async function get(path: string, accept?: string) {
  const response = await fetch(story.url + path, accept ? { headers: { accept } } : {});
  return { response, text: await response.text(), type: response.headers.get('content-type') };
}

/** What a page says, without its markup. */
const wordsOf = (text: string) => text.replaceAll(/<[^>]+>/g, '').replaceAll(/&#x27;/g, '’');

describe('pages as Markdown', () => {
  it.each([
    ['/index.md', '# ', 'Plain oat rings', NO_FINDING],
    ['/plasticlist.md', '# Tested products', 'No. 0079', 'Can’t tell', 'at most', NO_FINDING],
    ['/plasticlist/kinds.md', '# Kinds of products', '/plasticlist/kinds/', NO_FINDING],
    ['/plasticlist/kinds/iced-tea.md', '# Iced tea', NO_FINDING],
    ['/tests.md', '# Every test', NO_FINDING],
    [
      '/surveys.md',
      '# What surveys found',
      'no tests of a product',
      'Open Government Licence',
      'U.S.C.',
    ],
    ['/search.md?q=tea', '# Search', '## Evidence', 'License:', NO_FINDING],
    ['/risk-methodology.md', '# How risk levels are calculated', NO_FINDING],
    ['/risk-methodology.md?panel=metals', '# How products are tested for metals', '## Cadmium'],
    ['/risk-methodology.md?view=technical', '| BPA | 0.2 |', '2023', 'Read-across', STANDING],
    [
      '/plasticlist/compare.md?ids=79,80',
      '## Side by side',
      '### Phthalates',
      'Per 100 g: ',
      '## Evidence',
    ],
  ])('%s', async (path, ...holds) => {
    const { response, text, type } = await get(path);
    expect([response.status, type]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(response.headers.get('link')).toMatch(/^<http.*>; rel="canonical"$/);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.getSetCookie()).toEqual([]);
    for (const words of holds) expect(text).toContain(words);
    expect(text).not.toMatch(
      /(?<!\\)<(?!br>)[a-z/]|\b(Save|Share|Filters|Remove|undefined)\b|IMAGE/,
    );
    expect(text.match(/^# /gm)).toHaveLength(1);
    expect(text.startsWith('# ')).toBe(true);
  });

  it('a report has what an answer about it takes, in its page’s own words', async () => {
    const { text } = await get('/plasticlist/79.md');
    const page = wordsOf((await get('/plasticlist/79')).text);
    const { risk } = (await (await fetch(`${story.url}/api/plasticlist/79`)).json()) as {
      risk: { sentence: string };
    };
    const [title, sentence] = text.split('\n\n');
    expect(title).toBe('# Ito En Oi Ocha Unsweetened Green Tea');
    expect(sentence).toBe(risk.sentence);
    expect(page).toContain(risk.sentence);
    const inOrder = [
      '| Family | For certain | Level | One serving a day |',
      '| Phthalates | Within EPA, Within EFSA<br>Within the U.S. (EPA) and European limits | Can’t tell the level | None found. This test could have missed up to 3.2% of the European limit. |',
      '| Bisphenols | Within EPA, Within BfR, Above EFSA<br>Above the',
      '| High | About 97 times the European BPA limit<br>Samples: none found in 2',
      '## What to do',
      '- This test can’t tell about phthalates (low to medium).',
      'How this is worked out',
      '- Within every EPA reference dose: on average at most 1.3%.',
      'Limit: This site, from the value for BPA alone, 2023, [EFSA Journal 2023;21(4):6857](https://doi.org/10.2903/j.efsa.2023.6857)',
      '| Chemical | Sample 1 ID 7090411 Lot',
      '| BPA Bisphenol A | < 1 | 1.2 | < 1 |',
      '## About this test',
      'Cite this',
      'the EPA’s reference dose of 1988, 50,000 ng/kg of body weight a day (IRIS 0356); the German (BfR) limit is the value that the BfR proposed in 2023',
      '## Evidence',
      'One serving of 370 g a day',
      '| Bisphenols | High | 9,690% | 5,286% | 40,524% | 15,857% | 0.2 ng/kg a day. This site',
      'and the European Medicines Agency. Status: read-across. Looked at November 21, 2026. |',
      'Lots: sample 7090411: lot 4:49, best before December 13, 2024, collected July 9, 2024;',
      'Cite: OpenAssay: “Ito En Oi Ocha Unsweetened Green Tea: test results”, revision 1',
      'License: Free to use and expand; cite PlasticList with a link.',
      'CC-BY-4.0, https://creativecommons.org/licenses/by/4.0/',
      `BPAF and TOTM: ${NO_FINDING}.`,
      `Other chemicals, other lots, and other products: ${NO_FINDING}.`,
    ].map((words) => [words, text.indexOf(words)] as const);
    expect(text.split('the EPA’s reference dose of 1988')).toHaveLength(3);
    expect(inOrder.filter(([, at]) => at < 0)).toEqual([]);
    expect(inOrder).toEqual(inOrder.toSorted(([, a], [, b]) => a - b));
    const own = text.slice(0, text.indexOf('## Evidence')).split(/\n|(?<=\.) (?=[A-Z“])/);
    const sentences = own.filter((line) => /^(?!.*\]\()[A-Z“].*\.$/.test(line));
    expect(sentences.length).toBeGreaterThan(30);
    for (const one of sentences) expect(page).toContain(one);
  });

  it.each(['/plasticlist/79.md', '/plasticlist/compare.md?ids=79,80'])(
    'the evidence of %s is about whoever the page is about',
    async (path) => {
      const { text } = await get(`${path}${path.includes('?') ? '&' : '?'}weight=adult&servings=2`);
      const evidence = text.slice(text.indexOf('## Evidence'));
      expect(evidence).toMatch(/Two servings of \d+ g a day, an adult of 154\slb \(70\skg\)/);
      // Of 9,690%, 5,286%, and 40,524% for one serving of a child of 14 kg.
      expect(evidence).toContain('| Bisphenols | High | 3,876% | 2,114% | 16,210% | 6,343% |');
    },
  );

  it('what nobody has tested says so, and a name is no markup', async () => {
    const { text } = await get(`/product/${codes.marked}.md`);
    expect(text).toContain(`This product: ${NO_FINDING}.`);
    const [title] = text.split('\n');
    expect(title).toBe('# \\<b>\\*Oat\\* \\[milk\\](javascript:alert) \\| \\`x\\` & 1 < 2\\</b>');
  });

  it('a name that reads like a link brings in nobody’s evidence', async () => {
    const { id } = await aProduct('Rings [x](/plasticlist/93)');
    const { text } = await get(`/product/${id}.md`);
    expect(text).toContain(`This product: ${NO_FINDING}.`);
    expect(text).not.toContain('## Evidence');
  });

  it.each([
    ['/plasticlist/99999.md', 404, '# '],
    ['/product/7.md', 404, '# '],
    ['/plasticlist/0079.md', 301, ''],
  ])('%s is answered as its page is: %i', async (path, status, begins) => {
    const response = await fetch(story.url + path, { redirect: 'manual' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'text/markdown; charset=utf-8',
    ]);
    expect(await response.text()).toMatch(new RegExp(`^${begins}`));
    expect(response.headers.get('location')).toBe(status === 301 ? '/plasticlist/79.md' : null);
  });

  it.each(['/about.md', '/cart.md', '/view-contributions.md', '/index', '/93.md'])(
    '%s is no page',
    async (path) => {
      const { response, type } = await get(path);
      expect([response.status, type]).toEqual([404, 'text/html; charset=utf-8']);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});

describe('by what a request prefers', () => {
  const HTML = 'text/html; charset=utf-8';
  const MARKDOWN = 'text/markdown; charset=utf-8';
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  // Each page from both caches, in turns: none is ever handed out for the other.
  it.each(['/plasticlist/80', '/plasticlist', '/plasticlist/compare?ids=79,80'])(
    '%s',
    async (path) => {
      const asked: [string | undefined, string][] = [
        [BROWSER, HTML],
        ['text/markdown', MARKDOWN],
        [undefined, HTML],
        ['text/markdown, text/html, */*', MARKDOWN],
        ['*/*', HTML],
        ['text/html, text/markdown;q=0.9', HTML],
        ['text/markdown;q=0.1, text/html', HTML],
        ['text/markdown;q=0.9, text/html;q=0.5', MARKDOWN],
        ['text/markdown;q=0, */*;q=0.1', HTML],
        ['text/*, text/markdown;q=0.4', HTML],
        [BROWSER, HTML],
      ];
      const bodies: Record<string, Set<string>> = {
        [HTML]: new Set<string>(),
        [MARKDOWN]: new Set<string>(),
      };
      for (const [accept, wanted] of asked) {
        const { response, text, type } = await get(path, accept);
        expect([accept, type]).toEqual([accept, wanted]);
        expect(response.headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
        bodies[wanted]!.add(text);
      }
      expect(Object.values(bodies).map(({ size }) => size)).toEqual([1, 1]);
      const file = await get(path.replace(/(?=\?)|$/, '.md'));
      expect([...bodies[MARKDOWN]!]).toEqual([file.text]);
    },
  );
});

it('/llms.txt is thirty lines whose addresses are all there', async () => {
  const { text, type } = await get('/llms.txt');
  expect(type).toBe('text/plain; charset=utf-8');
  expect(text.split('\n').length).toBeLessThan(36);
  const addresses = [...text.matchAll(/\]\((\S+)\)/g)].map(([, address]) => new URL(address!));
  const own = addresses
    .map(({ pathname, search }) => pathname + search)
    .map((path) => path.replace('1001', String(codes.open)));
  expect(own.length).toBeGreaterThan(10);
  for (const path of own) {
    const { response } = await get(path);
    expect([path, response.status]).toEqual([path, path === '/mcp' ? 405 : 200]);
  }
});

describe.each([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const)('an assistant by the protocol of %s', (version, mode) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const ask = async (name: string, input: object = {}) => {
    const answer = await client.callTool({ name, arguments: input as Record<string, unknown> });
    const [first] = answer.content;
    const text = first?.type === 'text' ? first.text : '';
    return { ...answer, text };
  };

  beforeAll(() => client.connect(new StreamableHTTPClientTransport(new URL(`${story.url}/mcp`))));
  afterAll(() => client.close());

  it('finds six tools that change nothing', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'report',
      'compare',
      'limits',
      'tests',
      'surveys',
    ]);
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true });
  });

  it('is answered by the Markdown of pages, and what the public calls answer', async () => {
    const cases: [string, object, string][] = [
      ['search', { query: 'is green tea safe?' }, '/search.md?q=is%20green%20tea%20safe%3F'],
      ['report', { product: 79 }, '/plasticlist/79.md'],
      ['report', { product: String(codes.open) }, `/product/${codes.open}.md`],
      ['compare', { products: ['79', 80] }, '/plasticlist/compare.md?ids=79,80'],
      ['compare', { products: '[79, "80"]' }, '/plasticlist/compare.md?ids=79,80'],
      ['compare', { products: '79, 80' }, '/plasticlist/compare.md?ids=79,80'],
      ['compare', { products: '79;80' }, '/plasticlist/compare.md?ids=79,80'],
      ['compare', { products: "['79','80']" }, '/plasticlist/compare.md?ids=79,80'],
      ['compare', { products: '#79 #80' }, '/plasticlist/compare.md?ids=79,80'],
      ['compare', { products: ['79; 80'] }, '/plasticlist/compare.md?ids=79,80'],
      ['compare', { products: 79 }, '/plasticlist/compare.md?ids=79'],
      ['report', { product: '[79]' }, '/plasticlist/79.md'],
      ['report', { product: ' 79 ' }, '/plasticlist/79.md'],
      ['report', { product: ['79'] }, '/plasticlist/79.md'],
      ['limits', {}, '/risk-methodology.md?view=technical'],
      ['limits', { panel: 'metals' }, '/risk-methodology.md?panel=metals'],
      ['tests', {}, '/tests.md'],
      ['surveys', {}, '/surveys.md'],
      ['search', { query: 'Total Diet Study' }, '/search.md?q=Total%20Diet%20Study'],
    ];
    const structured = [];
    for (const [name, input, path] of cases) {
      const { text, isError, structuredContent } = await ask(name, input);
      expect([name, isError ?? false, text]).toEqual([name, false, (await get(path)).text]);
      expect(text).toContain(NO_FINDING);
      structured.push(structuredContent);
    }
    const [searched, tested, open, compared, ...written] = structured as Record<string, unknown>[];
    const hits = z.object({ tested: z.object({ items: riskLevelSchema.array() }) });
    expect(hits.parse(searched).tested.items.map((row) => row.product_id)).toEqual([79]);
    expect(searched!.to_fund).toEqual({ items: [], total: 0 });
    const call = await fetch(`${story.url}/api/plasticlist/79`);
    expect(testedReportSchema.parse(tested)).toEqual(await call.json());
    expect(productSchema.parse(open).id).toBe(codes.open);
    const rows = compared!.products as unknown[];
    expect(rows.map((row) => riskLevelSchema.parse(row).product_id)).toEqual([79, 80]);
    for (const other of written.slice(0, 6)) expect(other).toEqual(compared);
  });

  it('search names what surveys found of a kind that nobody has tested, as text', async () => {
    const { text, structuredContent } = await ask('search', { query: 'apple sauce' });
    expect(text).toContain('Apple sauce: what a survey found');
    const { kinds } = structuredContent as { kinds: { key: string; surveys: string[] }[] };
    const [kind] = kinds;
    expect(kind!.key).toBe('apple-sauce');
    expect(kind!.surveys[0]).toContain(
      'Health Canada, 2013 and 2015: DEHP alone: Measured in 1 of 2 composites, 31.3 ng/g; not detected in 1, at 14 ng/g.',
    );
  });

  it('finds what can be funded for another panel, and says for which', async () => {
    const { isError, structuredContent } = await ask('search', { query: 'rings', panel: 'metals' });
    expect(isError ?? false).toBe(false);
    const call = await fetch(`${story.url}/api/products?panel=metals&search=rings`);
    const { items, total } = (await call.json()) as { items: unknown[]; total: number };
    expect(structuredContent).toEqual({ panel: 'metals', to_fund: { items, total } });
    expect(items).toMatchObject([{ panel: 'metals', name: 'Plain oat rings' }]);
    expect((await ask('search', { query: 'rings', panel: 'pfas' })).isError).toBe(true);
  });

  it.each([
    ['report', { product: 99_999 }, /^No product has the number “99999”\./],
    ['report', { product: -1 }, /^No product has the number “-1”\./],
    ['report', { product: 0.5 }, /^No product has the number “0\.5”\./],
    ['report', { product: '93.csv' }, /^No product has the number “93\.csv”\./],
    ['report', { product: '../admin' }, /^No product has the number “\.\.\/admin”\./],
    ['report', { product: '1; drop table products' }, /^No product has the number/],
    ['report', { product: 'x'.repeat(5_000) }, /^No product has the number “x{24}”\./],
    ['report', { product: '\ud800\u0000' }, /^[A-Z].*\.$/],
    ['report', {}, /product/],
    ['search', { query: 'x'.repeat(5_000) }, /^Search text can be at most 200 characters long\.$/],
    ['search', { query: `<script>alert(1)</script>` }, /^# Search\n/],
    ['search', { query: `' or 1=1; drop table products --` }, /^# Search\n/],
    ['search', { query: '' }, /^# Search\n/],
    ['report', { product: '79, 80' }, /^No product has the number “79, 80”\./],
    ['report', { product: 'oat milk' }, /^No product has the number “oat milk”\./],
    ['report', { product: [] }, /^No product has the number “”\./],
    [
      'search',
      { query: '\ud83d' },
      /^The request contains characters that can’t be part of any text\.$/,
    ],
    ['compare', { products: [] }, /^Choose up to four tested products/],
    ['compare', { products: '[]' }, /^Choose up to four tested products/],
    ['compare', { products: [0.5, -1, 'x', '<b>'] }, /^Not among the tested products: “0\.5”/],
    ['compare', { products: 'x'.repeat(5_000) }, /^Not among the tested products: “x{24}”\.$/],
    [
      'compare',
      { products: 'oat milk, 99999' },
      /^Not among the tested products: “oat”, “milk” and 99999\.$/,
    ],
    ['compare', { products: [79, 99_999] }, /Not among the tested products: 99999/],
    [
      'compare',
      { products: Array.from({ length: 5_000 }, (_, at) => at) },
      /Not among the tested products: /,
    ],
  ])('gets a sentence for %s of %o', async (name, input, sentence) => {
    const { text, isError, structuredContent } = await ask(name, input);
    expect(text).toMatch(sentence);
    if (name === 'compare') expect(isError ?? false).toBe(structuredContent === undefined);
    expect(text).not.toMatch(/(?<!\\)<script>|at \w+ \(|Error:/);
  });

  it('gets a sentence for a product that was removed', async () => {
    const { text, isError } = await ask('report', { product: codes.removed });
    expect(isError).toBeUndefined();
    expect(text).toContain(`This product: ${NO_FINDING}.`);
  });
});

describe('/mcp', () => {
  const ACCEPTED = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${story.url}/mcp`, { method: 'POST', body, headers: { ...ACCEPTED, ...headers } });
  const call = (id = 1) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'tests' } });

  it.each([
    ['not JSON', '{', {}, 400],
    ['no JSON-RPC', '{"a":1}', {}, 400],
    ['another type', call(), { 'content-type': 'text/plain' }, 415],
    ['100 KB', JSON.stringify({ a: 'x'.repeat(100_000) }), {}, 413],
    ['a batch', `[${call(1)},${call(2)}]`, {}, 400],
    ['a batch of one', `[${call(1)}]`, {}, 400],
    ['null', 'null', {}, 400],
    ['a page of another origin', call(), { origin: 'https://elsewhere.example' }, 403],
    ['a page of its own', call(), { origin: 'own' }, 200],
  ] as const)('%s', async (_name, body, headers: Record<string, string>, status) => {
    const own = headers.origin === 'own' ? { origin: story.url } : headers;
    const response = await post(body, own);
    expect(response.status).toBe(status);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('mcp-session-id')).toBeNull();
  });

  it.each([
    ['application/json', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['*/*', 'application/json'],
    ['application/json, text/event-stream', 'application/json'],
    ['text/event-stream, application/json;q=0.5', 'text/event-stream'],
    ['text/event-stream;q=0.5, application/json', 'application/json'],
    ['text/event-stream;q=0, */*', 'application/json'],
    ['application/json;q=0, text/event-stream', 'text/event-stream'],
  ])('answers who accepts %s', async (accept, type) => {
    for (const path of ['/mcp', '/mcp/']) {
      const headers = { 'content-type': 'application/json', accept };
      const response = await fetch(story.url + path, { method: 'POST', body: call(7), headers });
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toContain(type);
      const text = await response.text();
      const { id, result } = JSON.parse(text.replace(/^event: message\ndata: /, ''));
      expect(id).toBe(7);
      expect(result.content[0].text).toContain('# Every test');
    }
  });

  it('draws nothing of a batch, and says in a sentence what to do', async () => {
    const body = `[${Array.from({ length: 100 }, (_, at) => call(at)).join(',')}]`;
    const answers = await Promise.all(Array.from({ length: 16 }, () => post(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(16).fill(400));
    const { error } = (await answers[0]!.json()) as { error: { message: string } };
    expect(error.message).toBe('Send one message at a time: the protocol has no batches.');
  });

  it('answers eight questions at once, and the others after them', async () => {
    let [asking, most] = [0, 0];
    const app = new Hono<Env>();
    mountAssistants(app, () => async () => {
      most = Math.max(most, (asking += 1));
      await sleep(50);
      asking -= 1;
      return new Response('# Every test');
    });
    const asked = Array.from({ length: 40 }, (_, at) =>
      app.request(`${story.url}/mcp`, { method: 'POST', body: call(at), headers: ACCEPTED }),
    );
    const answers = await Promise.all(asked);
    const said = await Promise.all(answers.map((one) => one.json()));
    expect(said.map(({ result }) => result?.content[0].text)).toEqual(
      Array<string>(40).fill('# Every test'),
    );
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(1);
  });

  it('says when to come again once too much was asked', async () => {
    const { most, seconds } = ASSISTANTS.rules[0]!;
    // From the beginning of a window, which no request after the first is beyond.
    advanceClock(secondsLeft({ windowSeconds: seconds }) * 1_000);
    await post('{');
    await changeRows(rateLimits, like(rateLimits.key, 'mcp:%'), { hits: most - 1 });
    const answers = [await post('{'), await post('{')];
    expect(answers.map(({ status }) => status)).toEqual([400, 429]);
    const refused = answers[1]!;
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const { error } = (await refused.json()) as { error: { message: string } };
    expect(error.message).toMatch(/^Too many requests.*\.$/);
  });
});
