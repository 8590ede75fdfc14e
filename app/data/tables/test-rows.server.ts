import { and, asc, gt, inArray, or } from 'drizzle-orm';
import { present } from '#app/kit/assert.ts';
import { batchesAfter } from '#app/kit/batches.ts';
import type { Tx } from '#app/database/db.server.ts';
import { balancesOfTests } from '#app/testing/balances.server.ts';
import { statementOf } from '#app/testing/find-testing.server.ts';
import { stepDays } from '#app/testing/public-test-words.ts';
import { readPublicTests, type PublicTest } from '#app/testing/public-tests.server.ts';
import { LEAST_PAYERS } from '#app/testing/register-test.server.ts';
import { currentCosts, samplesWithSteps, settlementsOf } from '#app/testing/store.server.ts';
import { columnsOf, TEST_COLUMNS, type DataTable } from '#app/data/table.ts';
import { products, testCosts } from '#db/schema.ts';
import { isOnList } from './product-rows.server.ts';

/** Of what nobody has looked at yet, its visitor's name for it is left out. */
type TestRow = Omit<PublicTest, 'name'> & { name: string | null; panel: string; item: number };

/** Every funded test, as `/tests` lists it. */
export const testsTable: DataTable<TestRow> = {
  name: 'tests',
  title: 'Tests',
  means: 'Every test that visitors have funded, from its goal to its results or its end.',
  key: ['code'],
  columns: [
    ...columnsOf<TestRow>({
      'code integer': 'Number of the product.',
      'name text':
        'Name of the product; empty: a visitor named it, and nobody has looked at it yet.',
      'funded_on date': 'Day on which it had its goal.',
      'registered_on date': 'Day on which the test was first registered in public.',
      'bought_on date': 'Day on which its first sample was bought.',
      'at_laboratory_on date': 'Day on which the laboratory had its first sample.',
      'published_on date': 'Day of its first results.',
      'ended_on date': 'Day on which it ended without results.',
      'ended_because text': 'Why it ended.',
      'due_on date': 'Day by which results are promised.',
      'overdue_days integer d': 'Days past that; 0: none.',
      'samples_bought integer': 'Samples that were bought.',
      'samples_given_up integer': 'Of them, lost, broken, or not what was meant.',
    }),
    ...TEST_COLUMNS,
  ],
  newest: (row) => stepDays(row).at(-1)?.day ?? null,
  async *rows(tx) {
    const tests = (await readPublicTests(tx)).toSorted((a, b) => a.code - b.code);
    const codes = tests.map(({ code }) => code);
    const found = await tx.select().from(products).where(inArray(products.id, codes));
    const byCode = new Map(found.map((row) => [row.id, row]));
    yield tests.map(({ code, name, ...test }) => {
      const { panel, itemOf, unreviewedSince } = present(byCode.get(code), 'a test’s product');
      const shown = unreviewedSince ? null : name || null;
      return { ...test, code, name: shown, panel, item: itemOf ?? code };
    });
  },
};

type StepRow = Awaited<ReturnType<typeof stepRows>>[number];

export const testStepsTable: DataTable<StepRow> = {
  name: 'test_steps',
  title: 'Steps of tests',
  means:
    'What became of each sample of a funded test, step by step, as it stands after corrections.',
  key: ['code', 'sample_number', 'step'],
  refersTo: { tests: ['code'] },
  columns: columnsOf<StepRow>({
    'code integer': 'Number of the product; in the table tests.',
    'sample_number integer': 'The sample’s number within its test, from 1.',
    'step text': 'bought, shipped, at-lab, results-in, checked, published, or given-up.',
    'day date': 'Day on which it happened.',
    'place text': 'The shop, the carrier, or the laboratory.',
    'lot text': 'Lot as printed on the package; of a purchase.',
    'best_before date': 'Day until which it is best; of a purchase.',
    'method text': 'How it was measured; of results.',
    'accreditation text': 'Under which accreditation; of results.',
    'note text': 'What else was noted in public.',
    'correction text': 'Why it differs from what was noted first; empty: it does not.',
  }),
  newest: (row) => row.day,
  async *rows(tx) {
    yield await stepRows(tx);
  },
};

async function stepRows(tx: Tx) {
  const codes = (await readPublicTests(tx)).map(({ code }) => code);
  return (await samplesWithSteps(tx, codes))
    .flatMap(({ productId: code, number: sample_number, steps }) =>
      steps.map((step) => ({
        ...step,
        code,
        sample_number,
        best_before: step.bestBefore,
        correction: step.reason,
      })),
    )
    .toSorted(
      (a, b) => a.code - b.code || a.sample_number - b.sample_number || (a.step < b.step ? -1 : 1),
    );
}

const BATCH = 500;

/** A sum of fewer payers would say what one of them paid (decision 0164), and so would what is left of it. */
function moneyRow(
  { id: code, panel, itemOf, payers }: Awaited<ReturnType<typeof withMoney>>[number],
  statement: ReturnType<typeof statementOf>,
) {
  const untold = { raised: null, card_fees: null, reserve: null, project: null, left: null };
  const test = { code, panel, item: itemOf ?? code };
  return { ...test, ...statement, ...(payers < LEAST_PAYERS && untold) };
}
type MoneyRow = ReturnType<typeof moneyRow>;

export const moneyTable: DataTable<MoneyRow> = {
  name: 'money',
  title: 'Money',
  means: `What each product raised and what its test cost; of fewer than ${LEAST_PAYERS} payers, what it cost alone.`,
  key: ['code'],
  refersTo: { products: ['code'] },
  columns: [
    ...columnsOf<MoneyRow>({
      'code integer': 'Number of the product.',
      'raised number USD': `What was raised for it, without what went back; empty: by fewer than ${LEAST_PAYERS} payers.`,
      'card_fees number USD': 'What the payment provider kept of it; negative.',
      'samples number USD': 'Paid for samples; negative, as all costs.',
      'laboratory number USD': 'Paid to the laboratory.',
      'shipping number USD': 'Paid for shipping.',
      'other number USD': 'Other costs of the test.',
      'reserve number USD':
        'What was left and went to the reserve for other tests; from it, where positive.',
      'project number USD': 'The same of the project’s own money.',
      'left number USD': 'What is left of it.',
    }),
    ...TEST_COLUMNS,
  ],
  async *rows(tx) {
    const read = async (after: number) => withMoney(tx, after);
    for await (const found of batchesAfter(read, ({ id }) => id)) {
      const ids = found.map(({ id }) => id);
      const balances = await balancesOfTests(tx, ids);
      const [costs, settlements] = [await currentCosts(tx, ids), await settlementsOf(tx, ids)];
      const own = <Of extends { productId: number }>(all: Of[], id: number) =>
        all.filter(({ productId }) => productId === id);
      yield found.map((row) =>
        moneyRow(row, statementOf(row.id, balances, own(costs, row.id), own(settlements, row.id))),
      );
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
