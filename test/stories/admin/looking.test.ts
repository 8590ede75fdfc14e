import { readFileSync } from 'node:fs';
import type { z } from '@hono/zod-openapi';
import { eq, max } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { latestAudit } from '#app/admin/audit/audit-runs.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { loadCalls } from '#app/load-calls.server.ts';
import { db } from '#app/database/db.server.ts';
import pages from '#app/routes.ts';
import {
  adminActions,
  auditRuns,
  contactMessages,
  disputes,
  products,
  sentPhotos,
} from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { changeProduct, addRows } from '#test/support/gifts.ts';
import {
  aDeadMail,
  aDispute,
  aFailedRefund,
  aRefundRequest,
  aReservation,
  aStrayRefund,
  paidOtherwise,
  textOf,
  upload,
} from '#test/support/desk.ts';
import { formsOf, wrongIn } from '#test/support/forms.ts';
import { keeping } from '#test/support/refund-desk.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { aProduct, eventually, useStory } from '#test/support/story.ts';
import { aFundedProduct, buys } from '#test/support/testing.ts';
import type { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

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
  const [product, other] = [await aProduct(), await aProduct()];
  const { product: funded } = await aFundedProduct(story);
  await buys(funded.id);
  const stored = await upload(story, one, samplesFile({ id: 'looked-at' }));
  await one.page('/admin', { intent: 'run-audit' });
  const audit = await eventually(() => latestAudit('done'), Boolean);
  return {
    ids: {
      audits: audit?.id,
      products: product.id,
      testing: funded.id,
    } as Record<string, unknown>,
    parameters: {
      upload: new URL(stored.headers.get('location') ?? '', story.url).searchParams.get('upload'),
      product: '5001',
      into: other.id,
      from: 1,
      before: 1_000_000,
      actor: 'command line',
      action: 'edit-product',
      day: '2026-11-21',
      limit: 10,
      days: 14,
      search: 'Product',
      state: 'all',
      page: 1,
      outcome: 'noted',
      done: 'edit',
      token: 'x',
      refused: 1,
    } as Record<string, unknown>,
  };
}

/** The list on the overview: texts, with where they lead. */
async function todoOf(one: Visitor): Promise<[string, string][]> {
  const { body } = await one.page('/admin');
  const [list = ''] = /id="to-do".*?<\/(?:ol|p)>/s.exec(body) ?? [];
  const lines = list.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a><span[^>]*>([^<]*)</g);
  return [...lines].map(([, to = '', text = '', when = '']) => [textOf(text + when), textOf(to)]);
}

const daysFrom = (days: number) => dayText(new Date(Date.now() + days * 86_400_000));

describe('what waits', () => {
  it('stands on the overview once, in order and with its page, and goes when it is done', async () => {
    const one = await anAdministrator(story);
    expect((await one.page('/admin')).body).toContain('Nothing is waiting for you.');
    const dispute = await aDispute(story);
    const asked = await aRefundRequest(story);
    const failed = await aFailedRefund(story);
    const { stray } = await aStrayRefund(story);
    const { product: funded } = await aFundedProduct(story);
    const { product: late } = await aFundedProduct(story);
    const own = eq(products.id, late.id);
    const longAgo = new Date(Date.now() - 50 * 86_400_000);
    await db().update(products).set({ testingBegunAt: longAgo }).where(own);
    await buys(late.id);
    const email = 'writer@example.org';
    const [message] = await addRows(contactMessages, {
      email,
      emailNormalised: email,
      text: 'Hello',
      dedupeKey: email,
    });
    const stored = await upload(story, one, samplesFile({ id: 'waits' }));
    const file = new URL(stored.headers.get('location') ?? '', story.url).searchParams.get(
      'upload',
    );
    const added = await aProduct();
    await changeProduct(added.id, { unreviewedSince: new Date() });
    const [photo] = await addRows(sentPhotos, {
      productId: added.id,
      browserHash: 'x',
      bytes: Buffer.from('x'),
      version: 'x',
      widthPx: 200,
      heightPx: 200,
      sentAt: new Date(),
    });
    const mail = await aDeadMail();
    const moment = new Date();
    await addRows(auditRuns, {
      status: 'failed',
      startedAt: moment,
      progressedAt: moment,
      finishedAt: moment,
    });
    const [row] = await db().select().from(disputes).where(eq(disputes.id, dispute.id));
    const nameOf = ({ id, name }: { id: number; name: string }) => `${id} ${name}`;
    const since = `(since ${daysFrom(0)})`;
    expect(await todoOf(one)).toEqual([
      [
        `Ship the samples of ${nameOf(late)}: results were promised by ${daysFrom(-8)}`,
        `/admin/testing/${late.id}`,
      ],
      [`Show or delete a visitor’s photo of ${nameOf(added)} ${since}`, '/admin/photos'],
      [`Answer a visitor’s message ${since}`, '/admin/people#messages'],
      [`Run the audit again, as the last one failed ${since}`, '/admin#audit'],
      [
        `Answer the dispute over $40 for ${nameOf(dispute.product)} by ${dayText(row!.evidenceDueAt!)}`,
        '/admin/people#disputes',
      ],
      [
        `Send the failed refund of $50 for ${nameOf(failed.product)} again, or pay it another way ${since}`,
        '/admin/people#failed-refunds',
      ],
      [
        `Decide whether $40 for ${nameOf(asked.product)} is refunded by ${daysFrom(14)}`,
        '/admin/people#requests',
      ],
      [`Decide on the unmatched $50 at Stripe ${since}`, '/admin/people#unmatched'],
      [
        `Publish or discard the uploaded file results.csv ${since}`,
        `/admin/results?upload=${file}`,
      ],
      [`Buy the first sample of ${nameOf(funded)} ${since}`, `/admin/testing/${funded.id}`],
      [`Send an undelivered email again ${since}`, '/admin#dead-mails'],
      [`Review ${nameOf(added)}, which a visitor added ${since}`, '/admin/submissions'],
    ]);
    const done: [path: string, form: Record<string, string>][] = [
      ['/admin/people', { intent: 'decline-refund', request: asked.request.id, note: 'No.' }],
      ['/admin/people', paidOtherwise(failed.share.id)],
      ['/admin/people', keeping(stray)],
      ['/admin/people', { intent: 'answer-message', message: message!.id }],
      ['/admin/photos', { intent: 'refuse', photo: photo!.id }],
      ['/admin/results', { intent: 'discard', upload: file ?? '' }],
      ['/admin', { intent: 'retry-mail', mail: mail.id }],
      ['/admin/submissions', { intent: 'look', product: String(added.id) }],
    ];
    for (const [path, form] of done) {
      const before = await todoOf(one);
      expect([form.intent, (await one.page(path, form)).status < 400]).toEqual([form.intent, true]);
      expect([form.intent, (await todoOf(one)).length]).toEqual([form.intent, before.length - 1]);
    }
    await buys(funded.id);
    // The bank has the evidence; results are published.
    await db().update(disputes).set({ status: 'under_review' }).where(eq(disputes.id, dispute.id));
    await db().update(products).set({ testingStatus: 'Tested' }).where(own);
    await one.page('/admin', { intent: 'run-audit' });
    await eventually(() => latestAudit('done'), Boolean);
    // The fees of what went back are nobody's, and the audit says so.
    expect(await todoOf(one)).toEqual([
      [expect.stringMatching(/^Look into why the site is \$\d+\.\d\d short/), '/admin#audit'],
    ]);
    await db().delete(auditRuns);
    expect((await one.page('/admin')).body).toContain('Nothing is waiting for you.');
  });
});

describe('looking', () => {
  it('leaves no row', async () => {
    const one = await anAdministrator(story);
    const { ids, parameters } = await somethingOfAll(one);
    const all = await looks();
    // What is not there leaves no row either.
    for (const value of Object.values({ ...ids, ...parameters })) expect(value).toBeTruthy();
    const asked = new Set(all.flatMap((look) => look.parameters));
    expect([...asked].toSorted()).toEqual(Object.keys(parameters).toSorted());
    // There is no code to give for whoever is signed in, and no file of what is not published.
    const expected: Record<string, number> = {
      '/login/code': 302,
      '/api/testing/{id}/laboratory-file/{revision}': 404,
      '/api/sent-photos/{id}': 404,
    };
    for (const look of all) {
      const [, , kind = ''] = look.path.split('/');
      const path = look.path.replace(/\{id\}|:id/, String(ids[kind])).replace('{revision}', '1');
      const query = new URLSearchParams(
        look.parameters.map((name) => [name, String(parameters[name])]),
      );
      const before = await newestRow();
      const { status } = await one.page(`${path}?${query}`);
      expect([look.path, status]).toEqual([look.path, expected[look.path] ?? 200]);
      expect([look.path, await newestRow()]).toEqual([look.path, before]);
    }
  });
});

describe('what is wrong', () => {
  it('is said at its field by each form that misses something, of the desk and for visitors', async () => {
    const one = await anAdministrator(story);
    await aRefundRequest(story);
    await aFailedRefund(story);
    await aStrayRefund(story);
    await aReservation(story);
    const email = `${crypto.randomUUID()}@example.org`;
    const shared = { email, emailNormalised: email, text: 'Hello', dedupeKey: email };
    await db().insert(contactMessages).values(shared);
    const listed = await aProduct();
    const pages = [
      '/admin/people',
      '/admin/results',
      '/admin/account',
      `/admin/products/${listed.id}`,
      `/admin/products/${listed.id}/photo`,
      '/contact',
      '/about',
      '/donate?give=once',
      '/add-product',
      '/view-contributions',
      '/login',
    ];
    const sent = new Set<string>();
    for (const page of pages) {
      const { body } = await one.page(page);
      for (const form of formsOf(body, page)) {
        // What unmatched money is says so in its notice alone.
        if (form.required.length === 0 || form.blank['intent'] === 'allocate') continue;
        const { path, blank, isMultipart } = form;
        const { status, body: html } = await (isMultipart
          ? one.upload(path, blank)
          : one.page(path, blank));
        const what = `${page} ${blank['form'] ?? ''} ${blank['intent'] ?? ''}`;
        const [[name = '', said = ''] = []] = wrongIn(html);
        expect([what, status, form.required.includes(name)]).toEqual([what, 400, true]);
        expect([what, said]).toEqual([what, expect.stringMatching(/^[A-Z].{12}/)]);
        sent.add(what.replaceAll(/[\da-f-]{8,}|\d+/g, ''));
      }
    }
    expect(sent.size).toBeGreaterThan(7);
  });
});

async function newestRow(): Promise<number> {
  const [newest] = await db()
    .select({ id: max(adminActions.id) })
    .from(adminActions);
  return newest?.id ?? 0;
}
