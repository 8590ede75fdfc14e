import { readFileSync } from 'node:fs';
import type { z } from '@hono/zod-openapi';
import { asc, gt, max } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { latestAudit } from '#app/admin/audit/audit-runs.server.ts';
import type { ActionName } from '#app/admin/trail/action-names.ts';
import { loadCalls } from '#app/load-calls.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import pages from '#app/routes.ts';
import { adminActions } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { aDispute, upload } from '#test/support/desk.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { aProduct, eventually, useStory } from '#test/support/story.ts';
import { aFundedProduct, buys } from '#test/support/testing.ts';
import type { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

/** The only looks that leave a row, because they show who paid, and the row that each leaves. */
const WRITING: Record<string, ActionName[]> = {
  '/admin/people': ['look-at-dispute'],
  '/api/disputes/{id}': ['look-at-dispute'],
  '/api/disputes/{id}/text': ['look-at-dispute'],
};

interface Look {
  path: string;
  /** What it reads of the address's query. */
  parameters: string[];
}

/** Everything that is looked at by GET: administrators' calls and pages, and the way in. */
async function looks(): Promise<Look[]> {
  const found: Look[] = (await loadCalls())
    .filter(({ method }) => method === 'get')
    .filter(({ path, call }) => call.access === 'admin' || path.startsWith('/api/auth/'))
    .map(({ path, call }) => {
      const query = call.query as z.ZodObject | undefined;
      return { path, parameters: Object.keys(query?.shape ?? {}) };
    });
  for (const { path, file } of pages) {
    if (!/^(admin|login)(\/|$)/.test(path ?? '')) continue;
    const text = readFileSync(`app/${file}`, 'utf8');
    const read = text.matchAll(/(?:(?<!form)\.(?:get|has)\(|wholeIn\(query, )'(\w+)'/g);
    found.push({ path: `/${path}`, parameters: [...read].map(([, name = '']) => name) });
  }
  return found;
}

/** Something of everything that can be looked at: what stands in paths, and in queries. */
async function somethingOfAll(one: Visitor) {
  const dispute = await aDispute(story);
  const [product, other] = [await aProduct(), await aProduct()];
  const { product: funded } = await aFundedProduct(story);
  await buys(funded.id);
  const kept = await upload(story, one, samplesFile({ id: 'looked-at' }));
  await one.page('/admin', { intent: 'run-audit' });
  const audit = await eventually(() => latestAudit('done'), Boolean);
  return {
    ids: {
      disputes: dispute.id,
      audits: audit?.id,
      products: product.id,
      testing: funded.id,
    } as Record<string, unknown>,
    parameters: {
      dispute: dispute.id,
      upload: new URL(kept.headers.get('location') ?? '', story.url).searchParams.get('upload'),
      product: '5001',
      into: other.id,
      open: dispute.product.id,
      from: 1,
      before: 1_000_000,
      actor: 'command line',
      action: 'edit-product',
      day: '2026-11-21',
      limit: 10,
      days: 14,
      lines: 'contributions',
      search: 'Product',
      state: 'all',
      page: 1,
      said: 'noted',
      done: 'edit',
      token: 'x',
      refused: 1,
    } as Record<string, unknown>,
  };
}

describe('looking', () => {
  it('leaves a row where it shows who paid, and nowhere else', async () => {
    const one = await anAdministrator(story);
    const { ids, parameters } = await somethingOfAll(one);
    const all = await looks();
    // What is not there leaves no row either.
    for (const value of Object.values({ ...ids, ...parameters })) expect(value).toBeTruthy();
    const asked = new Set(all.flatMap((look) => look.parameters));
    expect([...asked].toSorted()).toEqual(Object.keys(parameters).toSorted());
    const left: Record<string, string[]> = {};
    for (const look of all) {
      const [, , kind = ''] = look.path.split('/');
      const path = look.path.replace(/\{id\}|:id/, String(ids[kind]));
      const query = new URLSearchParams(
        look.parameters.map((name) => [name, String(parameters[name])]),
      );
      const before = await newestRow();
      const { status } = await one.page(`${path}?${query}`);
      // There is no code to give for whoever is signed in.
      expect([look.path, status]).toEqual([look.path, look.path === '/login/code' ? 302 : 200]);
      const rows = await rowsAfter(before);
      if (rows.length > 0) left[look.path] = rows;
    }
    expect(left).toEqual(WRITING);
  });
});

async function newestRow(): Promise<number> {
  const [newest] = await db()
    .select({ id: max(adminActions.id) })
    .from(adminActions);
  return newest?.id ?? 0;
}

async function rowsAfter(id: number): Promise<string[]> {
  const newer = await db()
    .select()
    .from(adminActions)
    .where(gt(adminActions.id, id))
    .orderBy(asc(adminActions.id));
  return newer.map(({ action }) => action);
}
