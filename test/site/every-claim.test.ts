import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { toMarkdown } from '#app/assistants/to-markdown.server.ts';
import { kindRows } from '#db/data/kinds.ts';
import { RAW_FAMILIES, readRaw } from '#test/oracle/results/raw-results.ts';
import {
  productsOfKind,
  refusedOfAlternatives,
  refusedOfComparison,
  refusedOfKind,
} from '#test/oracle/results/read-kinds.ts';
import { refusedOfAdvice, refusedOfNoLimit } from '#test/oracle/results/read-advice.ts';
import { readOfOne } from '#test/oracle/results/read-pages.ts';
import { refusedOfRanks } from '#test/oracle/results/read-ranks.ts';
import { csvRows, refusedOfFigure } from '#test/oracle/results/read-figures.ts';
import { refusedOfMeta } from '#test/oracle/results/read-meta.ts';
import { refusedOfRow } from '#test/oracle/results/read-rows.ts';
import type { ReadPage, Refusal } from '#test/oracle/results/sentences.ts';
import { createDatabaseWithResults } from '#test/support/database.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { useStory } from '#test/support/story.ts';

/**
 * What the site says of the real results, on every surface, held against an oracle that reads the raw
 * rows and shares no arithmetic with it: 0 claims are refused.
 */
const story = useStory({}, uncompiledPages, createDatabaseWithResults);
const raw = readRaw();
const kinds = kindRows
  .map(([key]) => ({ key, ids: productsOfKind(key, raw).map(({ id }) => id) }))
  .filter(({ ids }) => ids.length > 0);
const FAMILIES = 3;
/** The most that is compared at once. */
const COMPARED = 4;

async function get(path: string): Promise<string> {
  const response = await fetch(story.url + path);
  expect(response.status, path).toBe(200);
  return response.text();
}

async function read(paths: string[]): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  for (const path of paths) pages.push({ path, text: await get(path) });
  return pages;
}

/** As few lines as say what is wrong, so that a failure can be read. */
const told = (refused: Refusal[]) =>
  refused.map(({ page, product, sentence, why }) => `${page} (${product}): ${why}: ${sentence}`);

/** What a report names as a next step, or why it names none. */
function nextSteps(html: string) {
  const [, section = ''] = /aria-labelledby="what-to-do"(.*?)<\/ul>/s.exec(html) ?? [];
  const names = {
    other: /href="\/plasticlist\/\d+"/.test(section),
    noneLower: section.includes(', none is clearly lower in '),
    tapWater: section.includes('Tap water, 10 tested:'),
    ask: section.includes('#follow-kind'),
  };
  const named = (Object.keys(names) as (keyof typeof names)[]).filter((step) => names[step]);
  if (names.ask) return named;
  const isNone = /not food for people|made decades ago/.test(section);
  return [...named, isNone ? ('none' as const) : ('low' as const)];
}

describe('nothing is said that the raw rows do not bear', () => {
  test('by reports: verdicts, tiles, what to do, ranks, and what they say of themselves', async () => {
    const refused: Refusal[] = [];
    const steps = { other: 0, noneLower: 0, tapWater: 0, ask: 0, none: 0, low: 0 };
    let said = 0;
    for (const product of raw.values()) {
      const path = `/plasticlist/${product.id}`;
      const html = await get(path);
      const page = { path: `${path}.md`, text: toMarkdown(html, story.url) };
      const read = readOfOne(page, raw);
      said += read.said;
      refused.push(...read.refused);
      for (const judge of [refusedOfAlternatives, refusedOfRanks, refusedOfAdvice]) {
        refused.push(...judge(page, raw));
      }
      refused.push(...refusedOfMeta(path, html, product));
      for (const step of nextSteps(html)) steps[step] += 1;
    }
    // Each that is high or can’t tell, and is eaten today, names a next step.
    expect(steps).toEqual({ other: 50, noneLower: 100, tapWater: 17, ask: 209, none: 26, low: 1 });
    // A new wording that is no longer read would be let through.
    expect(said).toBeGreaterThan(raw.size * FAMILIES * 10);
    expect(told(refused)).toEqual([]);
  });

  test('by reports that are read by the EPA’s limits', async () => {
    const pages = await read([71, 84, 227, 304].map((id) => `/plasticlist/${id}.md?limits=epa`));
    expect(told(pages.flatMap((page) => refusedOfNoLimit(page)))).toEqual([]);
  });

  test('by the picture that a report is shown with elsewhere, which is of whoever it is for', async () => {
    const picture = async (path: string) => {
      const response = await fetch(story.url + path);
      expect(response.status, path).toBe(200);
      return Buffer.from(await response.arrayBuffer()).toString('base64');
    };
    for (const [id, who] of [
      [227, 'baby'],
      [71, 'child'],
    ]) {
      const address = `/plasticlist/${id}/report.png?ratio=1`;
      expect(await picture(address), `${id}`).toBe(await picture(`${address}&weight=${who}`));
    }
  });

  test('by reports that are asked for somebody else, and by what they rest on', async () => {
    const ids = [1, 9, 34, 58, 71, 93, 122, 187, 227, 239, 304, 420];
    const asked = ['?weight=child', '?weight=adult', '?weight=baby'];
    const pages = await read(
      ids.flatMap((id) => asked.map((who) => `/plasticlist/${id}.md${who}`)),
    );
    expect(told(pages.flatMap((page) => readOfOne(page, raw).refused))).toEqual([]);
  });

  test('by the API, for the child and for whoever a product is for', async () => {
    const refused: Refusal[] = [];
    let count = 0;
    for (let page = 1; count < raw.size; page += 1) {
      const path = `/api/risk-levels?page=${page}`;
      const { items } = JSON.parse(await get(path));
      expect(items.length).toBeGreaterThan(0);
      count += items.length;
      for (const row of items) refused.push(...refusedOfRow(path, row, raw));
    }
    expect(told(refused)).toEqual([]);
  });

  test('by the table of figures: every product, person, family, and authority', async () => {
    const rows = csvRows(await get('/api/risk-levels.csv'));
    expect(rows.length).toBeGreaterThan(3_000);
    expect(told(rows.flatMap((row) => refusedOfFigure('figures', row, raw)))).toEqual([]);
  });

  test('by kinds, and by comparisons within them', async () => {
    // What a kind opens with is one of these.
    const tabs = RAW_FAMILIES.map((family) => `?family=${family}`);
    const pages = await read(
      kinds.flatMap(({ key }) => tabs.map((tab) => `/plasticlist/kinds/${key}.md${tab}`)),
    );
    for (const [at, { key }] of kinds.entries()) {
      const own = pages.slice(at * tabs.length, (at + 1) * tabs.length);
      if (at % 10 === 0)
        expect(own.map(({ text }) => text)).toContain(await get(`/plasticlist/kinds/${key}.md`));
    }
    const refused = pages.flatMap((page) => [
      ...refusedOfKind(page, raw),
      ...readOfOne(page, raw).refused,
    ]);
    const together = kinds.flatMap(({ ids }) =>
      ids.flatMap((_, at) => (at % (COMPARED - 1) === 0 ? [ids.slice(at, at + COMPARED)] : [])),
    );
    for (const page of await read(
      together
        .filter(({ length }) => length > 1)
        .map((ids) => `/plasticlist/compare.md?ids=${ids.join(',')}`),
    )) {
      refused.push(...refusedOfComparison(page, raw));
    }
    expect(told(refused)).toEqual([]);
  });

  test('by the list, the home page, and search', async () => {
    const list = Array.from({ length: 10 }, (_, at) => `/plasticlist.md?page=${at + 1}`);
    const searches = ['formula', 'breast milk', 'gerber', 'soda', 'water', 'chicken', 'coffee'];
    const asked = searches.map((words) => `/search.md?q=${encodeURIComponent(words)}`);
    const pages = await read([...list, '/index.md', ...asked]);
    const claims = pages.map((page) => readOfOne(page, raw));
    const rows = claims.slice(0, list.length).reduce((sum, { said }) => sum + said, 0);
    expect(rows).toBeGreaterThanOrEqual(raw.size * FAMILIES);
    expect(told(claims.flatMap(({ refused }) => refused))).toEqual([]);
  });

  test('to assistants', async () => {
    const client = new Client({ name: 'oracle', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${story.url}/mcp`)));
    const refused: Refusal[] = [];
    for (const id of [1, 227, 71, 420, 187]) {
      const call = { name: 'report', arguments: { product: id } };
      const { structuredContent } = await client.callTool(call);
      const { risk } = structuredContent as { risk: Record<string, unknown> };
      refused.push(...refusedOfRow(`report ${id}`, risk, raw));
    }
    await client.close();
    expect(told(refused)).toEqual([]);
  });
});
