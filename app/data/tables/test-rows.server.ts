import { and, asc, gt, inArray, or } from 'drizzle-orm';
import { present } from '#app/kit/assert.ts';
import type { Tx } from '#app/database/db.server.ts';
import { balancesOfTests } from '#app/testing/balances.server.ts';
import { statementOf } from '#app/testing/find-testing.server.ts';
import { readPublicTests, type PublicTest } from '#app/testing/public-tests.server.ts';
import { LEAST_PAYERS } from '#app/testing/register-test.server.ts';
import type { Statement } from '#app/testing/testing-schema.ts';
import {
  currentCosts,
  samplesWithSteps,
  settlementsOf,
  type StepRow,
} from '#app/testing/store.server.ts';
import { column, rightsOf, testColumns, type DataTable } from '#app/data/table.ts';
import { products, testCosts } from '#db/schema.ts';
import { isOnList } from './product-rows.server.ts';

type TestRow = PublicTest & { id: number; panel: string; itemOf: number | null };

/** Every funded test, as `/tests` lists it. */
export const testsTable: DataTable<TestRow> = {
  name: 'tests',
  title: 'Tests',
  means: 'Every test that visitors have funded, from its goal to its results or its end.',
  key: ['code'],
  columns: [
    column('code', 'integer', 'Number of the product.', (row) => row.code),
    column(
      'name',
      'text',
      'Name of the product; empty: a visitor named it, and nobody has looked at it yet.',
      (row) => row.name || null,
    ),
    column('funded_on', 'date', 'Day on which it had its goal.', (row) => row.funded_on),
    column(
      'registered_on',
      'date',
      'Day on which the test was first registered in public.',
      (row) => row.registered_on,
    ),
    column(
      'bought_on',
      'date',
      'Day on which its first sample was bought.',
      (row) => row.bought_on,
    ),
    column(
      'at_laboratory_on',
      'date',
      'Day on which the laboratory had its first sample.',
      (row) => row.at_laboratory_on,
    ),
    column('published_on', 'date', 'Day of its first results.', (row) => row.published_on),
    column('ended_on', 'date', 'Day on which it ended without results.', (row) => row.ended_on),
    column('ended_because', 'text', 'Why it ended.', (row) => row.ended_because),
    column('due_on', 'date', 'Day by which results are promised.', (row) => row.due_on),
    column('overdue_days', 'integer', 'Days past that; 0: none.', (row) => row.overdue_days, 'd'),
    column('samples_bought', 'integer', 'Samples that were bought.', (row) => row.samples_bought),
    column(
      'samples_given_up',
      'integer',
      'Of them, lost, broken, or not what was meant.',
      (row) => row.samples_given_up,
    ),
    ...rightsOf<TestRow>(),
    ...testColumns<TestRow>((row) => row),
  ],
  newest: (row) =>
    row.ended_on ??
    row.published_on ??
    row.at_laboratory_on ??
    row.bought_on ??
    row.registered_on ??
    row.funded_on,
  async *rows(tx) {
    const tests = byCode(await readPublicTests(tx));
    const { id, panel, itemOf, unreviewedSince } = products;
    const found = await tx
      .select({ id, panel, itemOf, unreviewedSince })
      .from(products)
      .where(inArray(id, [0, ...tests.map(({ code }) => code)]));
    const byId = new Map(found.map((row) => [row.id, row]));
    yield tests.map(({ name, ...test }) => {
      const { unreviewedSince: waits, ...row } = present(byId.get(test.code), 'a test’s product');
      return { ...test, ...row, name: waits ? '' : name };
    });
  },
};

type Step = StepRow & { code: number; number: number };

export const testStepsTable: DataTable<Step> = {
  name: 'test_steps',
  title: 'Steps of tests',
  means:
    'What became of each sample of a funded test, step by step, as it stands after corrections.',
  key: ['code', 'sample_number', 'step'],
  refersTo: { tests: ['code'] },
  columns: [
    column('code', 'integer', 'Number of the product; in the table tests.', (row) => row.code),
    column(
      'sample_number',
      'integer',
      'The sample’s number within its test, from 1.',
      (row) => row.number,
    ),
    column(
      'step',
      'text',
      'bought, shipped, at-lab, results-in, checked, published, or given-up.',
      (row) => row.step,
    ),
    column('day', 'date', 'Day on which it happened.', (row) => row.day),
    column('place', 'text', 'The shop, the carrier, or the laboratory.', (row) => row.place),
    column('lot', 'text', 'Lot as printed on the package; of a purchase.', (row) => row.lot),
    column(
      'best_before',
      'date',
      'Day until which it is best; of a purchase.',
      (row) => row.bestBefore,
    ),
    column('method', 'text', 'How it was measured; of results.', (row) => row.method),
    column(
      'accreditation',
      'text',
      'Under which accreditation; of results.',
      (row) => row.accreditation,
    ),
    column('note', 'text', 'What else was noted in public.', (row) => row.note),
    column(
      'correction',
      'text',
      'Why it differs from what was noted first; empty: it does not.',
      (row) => row.reason,
    ),
    ...rightsOf<Step>(),
  ],
  newest: (row) => row.day,
  async *rows(tx) {
    const codes = (await readPublicTests(tx)).map(({ code }) => code);
    yield (await samplesWithSteps(tx, codes))
      .flatMap(({ productId: code, number, steps }) =>
        steps.map((step) => ({ ...step, code, number })),
      )
      .toSorted((a, b) => a.code - b.code || a.number - b.number || (a.step < b.step ? -1 : 1));
  },
};

interface Money {
  id: number;
  panel: string;
  itemOf: number | null;
  payers: number;
  statement: Omit<Statement, 'settled_on' | 'moved'>;
}

const BATCH = 500;

/** A sum of fewer payers would say what one of them paid (decision 0164), and so would what is left of it. */
const told = (of: (statement: Money['statement']) => number) => (row: Money) =>
  row.payers < LEAST_PAYERS ? null : of(row.statement);

export const moneyTable: DataTable<Money> = {
  name: 'money',
  title: 'Money',
  means: `What each product raised and what its test cost; of fewer than ${LEAST_PAYERS} payers, what it cost alone.`,
  key: ['code'],
  refersTo: { products: ['code'] },
  columns: [
    column('code', 'integer', 'Number of the product.', (row) => row.id),
    column(
      'raised',
      'number',
      `What was raised for it, without what went back; empty: by fewer than ${LEAST_PAYERS} payers.`,
      told((sums) => sums.raised),
      'USD',
    ),
    column(
      'card_fees',
      'number',
      'What the payment provider kept of it; negative.',
      told((sums) => sums.card_fees),
      'USD',
    ),
    column(
      'samples',
      'number',
      'Paid for samples; negative, as all costs.',
      ({ statement }) => statement.samples,
      'USD',
    ),
    column(
      'laboratory',
      'number',
      'Paid to the laboratory.',
      ({ statement }) => statement.laboratory,
      'USD',
    ),
    column(
      'shipping',
      'number',
      'Paid for shipping.',
      ({ statement }) => statement.shipping,
      'USD',
    ),
    column(
      'other',
      'number',
      'Other costs of the test.',
      ({ statement }) => statement.other,
      'USD',
    ),
    column(
      'reserve',
      'number',
      'What was left and went to the reserve for other tests; from it, where positive.',
      told((sums) => sums.reserve),
      'USD',
    ),
    column(
      'project',
      'number',
      'The same of the project’s own money.',
      told((sums) => sums.project),
      'USD',
    ),
    column(
      'left',
      'number',
      'What is left of it.',
      told((sums) => sums.left),
      'USD',
    ),
    ...rightsOf<Money>(),
    ...testColumns<Money>((row) => row),
  ],
  async *rows(tx) {
    for (let after = 0; ;) {
      const found = await withMoney(tx, after);
      if (found.length === 0) return;
      const ids = found.map(({ id }) => id);
      const balances = await balancesOfTests(tx, ids);
      const [costs, settlements] = [await currentCosts(tx, ids), await settlementsOf(tx, ids)];
      const own = <Of extends { productId: number }>(all: Of[], id: number) =>
        all.filter(({ productId }) => productId === id);
      yield found.map((row) => ({
        ...row,
        statement: statementOf(row.id, balances, own(costs, row.id), own(settlements, row.id)),
      }));
      after = present(ids.at(-1), 'the last product');
    }
  },
};

/** Products for which something was raised or spent. */
function withMoney(tx: Tx, after: number) {
  const { id, panel, itemOf, raisedCents, contributorCount: payers } = products;
  const spent = tx.select({ id: testCosts.productId }).from(testCosts);
  return tx
    .select({ id, panel, itemOf, payers })
    .from(products)
    .where(and(isOnList, gt(id, after), or(gt(raisedCents, 0), inArray(id, spent))))
    .orderBy(asc(id))
    .limit(BATCH);
}

function byCode(tests: readonly PublicTest[]): PublicTest[] {
  return tests.toSorted((a, b) => a.code - b.code);
}
