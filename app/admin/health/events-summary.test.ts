import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import calls from '#app/admin/calls.ts';
import { bytesOf, foldEvents } from '#app/analytics/analytics-store.server.ts';
import { db } from '#app/database/db.server.ts';
import { analyticsEvents } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabase();

const NOON = new Date('2027-03-10T12:00:00Z');

beforeAll(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  // The last moment of one day in UTC and the first of the next are two days.
  await at('2027-03-10T00:00:00.000Z', 'Product View', 'Product View', 'FAQ Click');
  await at('2027-03-09T23:59:59.999Z', 'Product View', 'Sort Products', 'Sort Products');
  await at('2027-02-25T00:00:00.000Z', 'Commit Funding');
  await at('2027-02-24T23:59:59.999Z', 'Submit Product');
});
afterAll(() => void vi.useRealTimers());

async function at(moment: string, ...names: (typeof analyticsEvents.$inferInsert.name)[]) {
  const receivedAt = new Date(moment);
  await addRows(
    analyticsEvents,
    names.map((name) => ({ name, properties: {}, path: '/', receivedAt })),
  );
}

/** What an administrator is answered; `query` as it stands in the address. */
async function summary(query: Record<string, string> = {}) {
  const input = { query: calls.eventsSummary.query?.parse(query) };
  const { status, body } = await calls.eventsSummary.handle(input as never);
  expect(status).toBe(200);
  const { days } = calls.eventsSummary.answers[200].parse(body);
  return days.map(({ day, name, count }) => `${day} ${name} ${count}`);
}

describe('GET /api/events-summary', () => {
  it('is for administrators', () => {
    expect(calls.eventsSummary.access).toBe('admin');
  });

  it('counts each event by day in UTC, over fourteen days, newest and most frequent first', async () => {
    expect(await summary()).toEqual([
      '2027-03-10 Product View 2',
      '2027-03-10 FAQ Click 1',
      '2027-03-09 Sort Products 2',
      '2027-03-09 Product View 1',
      '2027-02-25 Commit Funding 1',
    ]);
  });

  it('counts over as many days as are asked for, today included', async () => {
    expect(await summary({ days: '1' })).toHaveLength(2);
    expect(await summary({ days: '2' })).toHaveLength(4);
    expect((await summary({ days: '15' })).at(-1)).toBe('2027-02-24 Submit Product 1');
  });

  it.each(['0', '401', '1.5', 'all'])('refuses %s days', (days) => {
    expect(calls.eventsSummary.query?.safeParse({ days }).success).toBe(false);
  });
});

describe('events and the disk', () => {
  it('are counted in bytes, in whatever script they are written', () => {
    const [latin, other] = ['a', '語'].map((letter) => bytesOf([{ text: letter.repeat(100) }]));
    expect(other).toBe(latin! + 200);
  });

  const everything = () => summary({ days: '400' });
  const details = async () => (await db().select().from(analyticsEvents)).length;

  it('are summed up once their detail is old, and counted as before', async () => {
    await at('2027-02-08T11:59:59.999Z', 'Product View', 'Product View');
    const before = await everything();
    const stored = await details();
    await foldEvents();
    expect(await details()).toBe(stored - 2);
    await foldEvents();
    expect(await everything()).toEqual(before);
  });

  it('take no more than their budget: the oldest are summed up first', async () => {
    const before = await everything();
    await foldEvents(600);
    const left = await db().select().from(analyticsEvents);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(4);
    expect(await everything()).toEqual(before);
    await foldEvents(0);
    expect(await details()).toBe(0);
    expect(await everything()).toEqual(before);
  });
});
