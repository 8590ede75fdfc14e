import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { db } from '#app/platform/db.server.ts';
import { findDesk } from '#app/testing/testing-desk.server.ts';
import { adminActions, testSamples } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { aProduct, useStory } from '#test/support/story.ts';
import {
  aFundedProduct,
  buys,
  costFields,
  day,
  gives,
  purchaseFields,
} from '#test/support/testing.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

/** The value of the form's hidden field that makes it one purchase. */
const formIdIn = (html: string) => /name="id" value="([0-9a-f-]{36})"/.exec(html)?.[1] ?? '';

describe('the desk of a test', () => {
  it('lists funded products, and opens for those alone', async () => {
    const administrator = await anAdministrator(story);
    expect((await administrator.page('/admin/testing')).body).toContain(
      'No product is fully funded yet.',
    );
    const { product } = await aFundedProduct(story);
    const short = await aProduct('Too little so far', 100);
    await gives(new Visitor(story), short.id, 99);
    const list = await administrator.page('/admin/testing');
    expect(list.body).toContain(`href="/admin/testing/${product.id}"`);
    expect(list.body).toContain('the first sample is to be bought');
    expect(list.body).not.toContain('Too little so far');
    for (const code of [short.id, 'x', 123_456, '99999999999']) {
      expect((await administrator.page(`/admin/testing/${code}`)).status).toBe(404);
    }
    const desk = await administrator.page(`/admin/testing/${product.id}`);
    expect(desk.status).toBe(200);
    expect(desk.body).toContain('With the first sample testing begins');
    expect(desk.headers.get('cache-control')).toBe('no-store');
  });

  it('buys by its form, once however often it is sent', async () => {
    const administrator = await anAdministrator(story);
    const { product } = await aFundedProduct(story);
    const path = `/admin/testing/${product.id}`;
    const id = formIdIn((await administrator.page(path)).body);
    const fields = { intent: 'buy', ...purchaseFields({ id }) };
    const sent = await Promise.all([1, 2].map(() => administrator.page(path, fields)));
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(sent.map(({ headers }) => headers.get('location')).toSorted()).toEqual([
      `${path}?said=noted`,
      `${path}?said=repeated`,
    ]);
    expect(await db().$count(testSamples, eq(testSamples.productId, product.id))).toBe(1);
    const shown = (await administrator.page(`${path}?said=noted`)).body;
    expect(shown).toContain('Noted.');
    expect(shown).toContain('Corner Shop · lot L-1');
    expect(shown).toContain('receipt-1.pdf');
    const everybody = await new Visitor(story).page(`/product/${product.id}`);
    expect(everybody.body).toContain('Sample 1 bought');
    expect(everybody.body).not.toContain('receipt-1.pdf');
  });

  it('refuses what is missing or wrong in a sentence, and keeps what was typed', async () => {
    const administrator = await anAdministrator(story);
    const { product } = await aFundedProduct(story);
    const path = `/admin/testing/${product.id}`;
    const tries: [more: Record<string, string>, status: number, said: string][] = [
      [{ shop: ' ' }, 400, 'The shop is missing.'],
      [{ price: '4,29' }, 400, 'An amount is missing, as 4.29.'],
      [{ price: '0' }, 400, 'The amount has to be more than nothing.'],
      [{ price: '999,999.00' }, 400, 'So much cannot be right.'],
      [{ day: '2026-02-30' }, 400, 'A day is missing, as 2026-11-21.'],
      [{ lot: 'x'.repeat(61) }, 400, 'The lot can be at most 60 characters long.'],
      [{ receipt: '' }, 400, 'Where the receipt is kept is missing.'],
      [{ id: 'mine' }, 400, 'The form is broken: please open the page again.'],
      [{ day: day(5) }, 409, 'That day is to come.'],
      [{ intent: 'dance' }, 400, 'The form says nothing that can be done.'],
    ];
    for (const [more, status, said] of tries) {
      const fields = { intent: 'buy', ...purchaseFields({ note: 'as typed' }), ...more };
      const { status: answered, body } = await administrator.page(path, fields);
      expect([more, answered]).toEqual([more, status]);
      expect(body).toContain(said);
      expect(body).toContain('value="as typed"');
    }
    expect(await db().$count(testSamples, eq(testSamples.productId, product.id))).toBe(0);
    const rows = await db().select().from(adminActions);
    expect(rows.filter(({ subject }) => subject.startsWith(`product ${product.id}`))).toEqual([]);
  });

  it('shows of two administrators the second what the first has done', async () => {
    const [one, two] = [await anAdministrator(story), await anAdministrator(story)];
    const { product } = await aFundedProduct(story);
    const path = `/admin/testing/${product.id}`;
    const sample = await buys(product.id);
    const shipped = { intent: 'note-step', sample, step: 'shipped', day: day(), place: 'One' };
    expect((await one.page(path, shipped)).status).toBe(303);
    const late = await two.page(path, { ...shipped, place: 'Another' });
    expect(late.status).toBe(409);
    expect(late.body).toContain('This step has been noted already, otherwise.');
    expect(late.body).toContain('Note: at the laboratory');
    const [row] = (await findDesk(product.id)).samples[0]!.steps;
    const right = { day: day(), lot: 'L-7', place: 'Corner Shop', reason: 'misread' };
    const correction = { intent: 'correct-step', row: String(row!.id), ...right };
    expect((await one.page(path, correction)).status).toBe(303);
    const again = await two.page(path, { ...correction, lot: 'L-8' });
    expect(again.status).toBe(409);
    expect(again.body).toContain('Somebody has corrected it meanwhile.');
    const costs = { intent: 'note-cost', ...costFields() };
    expect((await two.page(path, costs)).status).toBe(303);
    const everybody = await new Visitor(story).page(`/product/${product.id}`);
    expect(everybody.body).toContain('corrected: misread');
    expect(everybody.body).toContain('−$50.00');
  });
});
