import { globSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { post } from '#app/ledger/post.server.ts';
import { db } from '#app/database/db.server.ts';
import { disputeLines, disputes } from './schema.ts';
import { useDatabase } from '#test/support/database.ts';

useDatabase();

/** What moves the rows of the version before, without the columns that are there already. */
const moves = readFileSync(globSync('db/migrations/*_dispute_amounts.sql')[0] ?? '', 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => !/^\s*alter table/i.test(statement));

test('a dispute that had come back in part is opened again, at what the books have out', async () => {
  const closedAt = new Date('2026-05-04T03:02:01Z');
  for (const [id, withdrawnCents] of [
    ['du_back_in_part', 6_000],
    ['du_back', 0],
    ['du_out', 10_000],
  ] as const) {
    await db()
      .insert(disputes)
      .values({
        id,
        withdrawnCents,
        closedAt,
        paymentIntentId: `pi_${id}`,
        amountCents: 10_000,
        reason: 'fraudulent',
        status: withdrawnCents === 0 ? 'won' : 'lost',
      });
    await db().insert(disputeLines).values({
      disputeId: id,
      allocationId: crypto.randomUUID(),
      account: 'donations',
      amountCents: 10_000,
      previousStatus: 'paid',
    });
    const moved = (verb: string, cents: number) =>
      post(db(), {
        reason: `dispute: funds ${verb}`,
        source: `dispute:${id}:${verb}`,
        entries: [
          ['donations', -cents],
          ['stripe', cents],
        ],
      });
    await moved('withdrawn', 10_000);
    if (withdrawnCents === 0) await moved('reinstated', -10_000);
  }
  for (const statement of moves) await db().execute(sql.raw(statement));
  const found = await db().select().from(disputes).orderBy(disputes.id);
  expect(
    found.map(({ id, withdrawnCents, closedAt: at }) => [id, withdrawnCents, at !== null]),
  ).toEqual([
    ['du_back', 0, true],
    ['du_back_in_part', 10_000, false],
    ['du_out', 10_000, true],
  ]);
  const lines = await db().select().from(disputeLines).orderBy(disputeLines.disputeId);
  expect(lines.map(({ returnedAt }) => returnedAt)).toEqual([closedAt, null, null]);
});
