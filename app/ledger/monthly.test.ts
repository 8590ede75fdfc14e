import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Account } from './accounts.ts';
import { monthlyBooks, monthlyCsv } from './monthly.server.ts';
import { balanceOf } from './post.server.ts';
import { WITH_KIND } from './with-kind.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { useDatabase } from '#test/support/database.ts';

useDatabase();

const ACCOUNTS: Account[] = [
  'stripe',
  'withheld',
  'bank',
  'donations',
  'refunds',
  'fees',
  'fees:1001',
  'fees:1002',
  'reserve',
  'spent',
  'spent:1001',
  'settled:1002',
  'disputes',
  'review',
  'losses',
  'adjustments',
];
const SOURCES = [
  'checkout',
  'invoice',
  'payment',
  'refund',
  'refund-requested',
  'refund-failed',
  'dispute',
  'fee',
  'balance',
  'test-cost',
  'allocated',
  'move',
  'of-a-later-version',
];
/** Repeats itself from a seed. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Booked {
  at: Date;
  entries: [Account, number][];
}

/** The instants around the ends of months, in zones that are in another month by then. */
const EDGES = [
  '2025-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00Z',
  '2026-01-31T20:00:00-05:00',
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T08:59:00+09:00',
  '2026-03-01T00:00:00Z',
];

async function book(next: (below: number) => number, count: number): Promise<Booked[]> {
  const booked: Booked[] = [];
  for (let number = 0; number < count; number += 1) {
    const edge = EDGES[number];
    const at = edge
      ? new Date(edge)
      : new Date(Date.UTC(2025, 6 + next(14), 1 + next(31), next(24)));
    const cents = 1 + next(300_000);
    const [from, to] = [next(ACCOUNTS.length), 1 + next(ACCOUNTS.length - 1)];
    const source = SOURCES[next(SOURCES.length)]!;
    const type = next(2) ? 'payout' : 'adjustment';
    const own = source === 'balance' && type === 'payout' ? 'payout' : source;
    // What the version before books has none.
    const kind = number % 2 === 0 || source === 'of-a-later-version' ? null : own;
    const entries: Booked['entries'] = [
      [ACCOUNTS[from]!, -cents],
      [ACCOUNTS[(from + to) % ACCOUNTS.length]!, cents],
    ];
    await inTransaction(async (tx) => {
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into ledger_transactions (reason, source, kind, created_at)
        values (${`balance at Stripe: ${type}`}, ${`${source}:${number}`}, ${kind},
          ${at.toISOString()}::timestamptz) returning id`);
      const values = entries.map(
        ([account, amount]) => sql`(${rows[0]!.id}, ${account}, ${amount}::int)`,
      );
      await tx.execute(sql`
        insert into ledger_entries (transaction_id, account, amount_cents)
        values ${sql.join(values, sql`, `)}`);
    });
    booked.push({ at, entries });
  }
  return booked;
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7);
const sumOf = (all: { cents: number }[]) => all.reduce((sum, { cents }) => sum + cents, 0);

describe('the books by month', () => {
  it('are the ledger’s to the cent, at the end of every month and in all', async () => {
    const booked = await book(random(2_026), 160);
    const rows = await monthlyBooks();
    const months = [...new Set(booked.map(({ at }) => monthOf(at)))].toSorted();
    expect([...new Set(rows.map(({ month }) => month))]).toEqual(months);
    const groups = [...new Set(ACCOUNTS.map((account) => account.split(':')[0]!))];
    for (const month of months) {
      for (const group of groups) {
        const wanted = booked
          .filter(({ at }) => monthOf(at) <= month)
          .flatMap(({ entries }) => entries)
          .filter(([account]) => account.split(':')[0] === group)
          .map(([, cents]) => ({ cents }));
        const found = rows.filter((row) => row.month <= month && row.account === group);
        expect([month, group, sumOf(found)]).toEqual([month, group, sumOf(wanted)]);
      }
      expect(sumOf(rows.filter((row) => row.month === month))).toBe(0);
    }
    for (const group of groups) {
      let cents = 0;
      for (const account of ACCOUNTS) {
        if (account.split(':')[0] === group) cents += await balanceOf(db(), account);
      }
      expect([group, sumOf(rows.filter(({ account }) => account === group))]).toEqual([
        group,
        cents,
      ]);
    }
    expect([...new Set(rows.map(({ what }) => what))].toSorted()).toEqual([
      'costs of tests',
      'decisions on unmatched money',
      'disputes',
      'fees',
      'moves between products',
      'other',
      'other movements at Stripe',
      'payments',
      'payouts',
      'refunds',
    ]);
  });

  it('call what has a kind as they call what has none', async () => {
    const kinds = await db().execute<{ what: string; kinds: string[] }>(sql`
      select coalesce(k.what, 'other') as what, array_agg(distinct t.kind is null) as kinds
      from ledger_transactions t ${WITH_KIND} group by 1`);
    const both = kinds.rows.filter(({ what }) => what !== 'other');
    expect(both.map(({ kinds: some }) => some)).toEqual(both.map(() => [false, true]));
  });

  it('are a file in dollars, a line each, that names UTC', async () => {
    const [head, ...lines] = (await monthlyCsv()).trimEnd().split('\r\n');
    expect(head).toBe('month_utc,what,account,dollars');
    const rows = await monthlyBooks();
    expect(lines.map((line) => Math.round(Number(line.split(',').at(-1)) * 100))).toEqual(
      rows.map(({ cents }) => cents),
    );
  });
});
