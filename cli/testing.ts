import type { Writable } from 'node:stream';
import { performTyped } from '#app/admin/testing/perform-act.server.ts';
import { testState } from '#app/admin/testing/test-state.ts';
import { formatCents } from '#app/kit/money.ts';
import { now } from '#app/platform/clock.server.ts';
import { ALL_ACTS, type ActName } from '#app/testing/acts.ts';
import { dayHere, lengthText } from '#app/testing/promise.ts';
import type { Fields } from '#app/testing/read-input.ts';
import { standingFields, textsOf } from '#app/testing/standing.ts';
import { findDesk, listTests, type Desk } from '#app/testing/testing-desk.server.ts';
import { BY_COMMAND, type Given, type Values } from '#cli/commands/command.ts';
import { printRefusal, printTable } from './print.ts';
import { optionOfField } from '#cli/commands/testing-commands.ts';

/** Performs an act of a test by what was typed of it: 0 done, 1 refused. */
export async function runAct(name: ActName, given: Given<Values>, out: Writable): Promise<number> {
  const { command, fields } = ALL_ACTS[name];
  const { keepsRest, done = '' } = command ?? {};
  const found = await standingFor(name, given);
  if (typeof found === 'string') return printRefusal(out, found);
  const typed: Fields = { id: crypto.randomUUID(), ...(!keepsRest && { day: dayHere(now()) }) };
  for (const [key, field] of Object.entries(fields)) {
    const value = given[key] ?? given[optionOfField(key, field)];
    // An option that takes no value is there, or it is not.
    const said = field.kind === 'flag' ? (value ? 'yes' : undefined) : value;
    const stands = keepsRest || /^own/.test(field.kind);
    const text = said ?? (stands ? found.standing[field.name ?? key] : undefined);
    if (text !== undefined) typed[field.name ?? key] = String(text);
  }
  const outcome = await performTyped(BY_COMMAND, name, found.productId, typed);
  if (!outcome.ok) {
    const otherwise: Partial<Record<string, string>> = SAID_OTHERWISE;
    const why = 'why' in outcome ? outcome.why : '';
    return printRefusal(out, otherwise[why] ?? outcome.error);
  }
  out.write(`${typeof done === 'string' ? done : done(outcome)}\n`);
  return 0;
}

/** The product that a command is about, and what stands there; or why there is none. */
async function standingFor(
  name: ActName,
  { CODE, SAMPLE, ID }: Given<Values>,
): Promise<{ productId: number; standing: Fields } | string> {
  if (ID !== undefined) return rowOf(name, String(ID));
  const productId = Number(CODE);
  const desk = await findDesk(productId);
  const standing = standingFields(name, desk);
  if (SAMPLE === undefined) return { productId, standing };
  const sample = desk.samples.find(({ number }) => String(number) === SAMPLE);
  return sample
    ? { productId, standing: { ...standing, sample: sample.id } }
    : 'There is no such sample.';
}

async function rowOf(name: ActName, id: string) {
  const tests = await listTests();
  for (const test of tests) {
    const { samples, costs } = await findDesk(test.id);
    const steps = samples.flatMap((sample) => sample.steps);
    const found =
      name === 'correct-step'
        ? steps.find((one) => String(one.id) === id)
        : costs.find((one) => one.id === id);
    if (!found) continue;
    const { reason: _reason, ...row } = found;
    const standing = { ...textsOf(name, row), row: id, cost: id };
    return { productId: test.id, standing };
  }
  return `There is no such ${name === 'correct-step' ? 'step' : 'cost'}.`;
}

/** Lists the funded products and where their tests stand. */
export async function printTests(out: Writable): Promise<number> {
  const rows = (await listTests()).map((test) => {
    const late = test.lateDays > 0 ? lengthText(test.lateDays) : '-';
    return [test.id, test.name, testState(test), late, formatCents(test.leftCents)];
  });
  return printTable(out, ['code', 'product', 'state', 'late', 'left'], rows);
}

/** Lists a product's steps and costs, and what is left of its money. */
export async function printTest(id: number, out: Writable): Promise<number> {
  const isThere = (await listTests()).some((test) => test.id === id);
  if (!isThere) return printRefusal(out, 'There is no such product.');
  const desk: Desk = await findDesk(id);
  const ofSteps = 'step,sample,what,day,place,lot,method,accreditation,note,corrected'.split(',');
  const steps = desk.samples.flatMap(({ number, steps: taken }) =>
    taken.map((one) => {
      const { id: row, step: what, day, place, lot, method, accreditation, note, reason } = one;
      return [row, number, what, day, place, lot, method, accreditation, note, reason];
    }),
  );
  printTable(out, ofSteps, steps);
  out.write('\n');
  const ofCosts = 'cost,for,amount,paid on,paid to,receipt,corrected'.split(',');
  const costs = desk.costs.map((one) => {
    const amount = formatCents(one.amountCents);
    return [one.id, one.kind, amount, one.paidOn, one.payee, one.receipt, one.reason];
  });
  printTable(out, ofCosts, costs);
  out.write(`\nleft: ${formatCents(desk.leftCents)}\n`);
  return 0;
}

/** What a command says otherwise than a page. */
const SAID_OTHERWISE = {
  requests_open: 'Refund requests are open. Decide them first (openassay refund requests).',
  sample_noted:
    'A sample of this lot with this receipt has been recorded already. If this is another one, add --anyway.',
  cost_noted:
    'A cost of this kind with this receipt has been recorded already. If this is another one, add --anyway.',
};
