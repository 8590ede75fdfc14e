import { z } from '@hono/zod-openapi';
import { paidForOf } from './whose.server.ts';
import { keepUnmatched, noteUnmatched } from '#app/funding/unmatched/keep.server.ts';
import { listUnmatched, unmatchedKindOf } from '#app/funding/unmatched.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { answer, refuse, type Answer } from '#app/http/call.ts';
import { line, read } from '#app/testing/read-input.ts';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';

const typed = z.object({ note: line('The note', 500) });

/** Writes down what is known of unmatched money; the trail has that there is a note, not its words. */
export async function noteOnUnmatched(by: Actor, id: string, words: string): Promise<Answer> {
  const input = read(typed, { note: words }, ({ note }) => note);
  if (!input.ok) return refuse(400, input.error, { field: input.field });
  const text = input.value;
  return administer(by, async (tx, note) => {
    if (!(await noteUnmatched(tx, id, text))) return refuse(409, UNKNOWN);
    await note({
      action: 'note-unmatched',
      subject: `unmatched ${id}`,
      after: { has_note: text !== '' },
    });
    return answer(200, { message: 'Saved.' });
  });
}

/** Keeps unmatched money: as a donation what arrived, as the project's loss what left. */
export async function keepAsItStands(by: Actor, id: string): Promise<Answer> {
  return administer(by, async (tx, note) => {
    const kept = await keepUnmatched(tx, id);
    if (!kept) return refuse(409, UNKNOWN);
    const { goesTo: to, id: allocation, amountCents } = kept;
    const after = { to, amount: dollarsFromCents(amountCents), allocation };
    await note({ action: 'keep-unmatched', subject: `unmatched ${id}`, after });
    return answer(200, {
      message: to === 'loss' ? 'The project covers it.' : 'It is a donation now.',
    });
  });
}

const UNKNOWN = 'No money of that number is unmatched. Please look again.';

/** What is unmatched, the oldest first, at most `limit`, with what is known of it. */
export async function listOpen(limit: number) {
  const rows = await listUnmatched(limit);
  const paidFor = await paidForOf(rows.flatMap(({ order }) => order?.id ?? []));
  return rows.map(({ row, order }) => ({
    id: row.id,
    kind: unmatchedKindOf(row.id, row.openCents),
    /** In dollars, below zero where it left. */
    amount: dollarsFromCents(row.openCents),
    whole: dollarsFromCents(row.amountCents),
    note: row.note,
    happenedAt: row.happenedAt.toISOString(),
    payment: row.paymentIntentId,
    order: order && {
      id: order.id,
      note: order.note,
      email: order.email,
      products: paidFor(order.id),
    },
  }));
}

export type OpenListed = Awaited<ReturnType<typeof listOpen>>[number];
