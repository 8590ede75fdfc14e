import type { Writable } from 'node:stream';
import * as tests from '#app/admin/testing/order-tests.server.ts';
import { testState } from '#app/admin/testing/test-state.ts';
import { formatCents } from '#app/kit/money.ts';
import { now } from '#app/platform/clock.server.ts';
import { dayHere, lengthText } from '#app/testing/promise.ts';
import * as input from '#app/testing/read-input.ts';
import { TEST_REFUSALS, type TestRefusal } from '#app/testing/refusals.ts';
import { findDesk, listTests, type Desk } from '#app/testing/testing-desk.server.ts';
import { printRow, printRefusal } from './print.ts';
import { readCommand } from './read-command.ts';

const BY = { actor: 'command line' } as const;
const NO_PRODUCT = 'There is no such product.';
const BEGUN =
  'The first sample is bought. Contributions to it are no longer refunded. Contributors and followers are told.';

/** Runs a testing command: 0 done, 1 refused, undefined where it is not one. */
export async function runTesting(args: string[], out: Writable): Promise<number | undefined> {
  const given = readCommand(['testing', ...args]);
  if ('message' in given) return undefined;
  const [what, code = '', ...more] = given.words;
  const { void: voided, anyway, bestBefore, paidFrom, ...typed } = Object.fromEntries(given.values);
  const texts = {
    ...typed,
    ...(bestBefore && { best_before: bestBefore }),
    ...(paidFrom && { organization_email: paidFrom }),
  };
  const [isVoid, isAnyway] = [voided !== undefined, anyway !== undefined];
  const fields: input.Fields = { day: dayHere(now()), ...texts, ...(isVoid ? { void: '1' } : {}) };
  const id = Number(code);
  if (!what) return list(out);
  if (!code || more.length > 2) return undefined;
  const [first = '', second = ''] = more;
  if (what === 'correct' && first && !second) return correct(code, first, isVoid, texts, out);
  if (more.length === 0) {
    if (what === 'show') return show(id, out);
    if (what === 'register') return register(id, texts, out);
    if (what === 'begin') return say(out, await tests.beginTest(BY, id), BEGUN);
    if (what === 'end') return end(id, texts, out);
    if (what === 'settle') return settle(id, out);
    if (what === 'buy') return buy(id, fields, isAnyway, out);
  }
  if (what === 'step' && second) return step(id, Number(first), { ...fields, step: second }, out);
  if (what === 'cost' && first && !second)
    return cost(id, { ...fields, kind: first }, isAnyway, out);
  return undefined;
}

/** What is not said stands as it does on the desk's form. */
async function register(id: number, texts: input.Fields, out: Writable): Promise<number> {
  const desk = await deskOf(id);
  if (!desk) return printRefusal(out, NO_PRODUCT);
  const { known, likely } = desk.registration;
  const standing = Object.entries({ ...likely, ...known?.facts }).filter(
    ([, value]) => typeof value !== 'object',
  );
  const organization = known?.facts.payers.organization?.name ?? '';
  const fields = {
    organization,
    ...Object.fromEntries(standing.map(([name, value]) => [name, String(value)])),
  };
  const read = input.readRegistering({ ...fields, ...texts });
  if (!read.ok) return printRefusal(out, read.error);
  const done = await tests.registerProductTest(BY, id, read.value, known?.number ?? 0);
  return say(out, done, 'Registered. Everyone can read it on the product’s page.');
}

async function buy(
  id: number,
  fields: input.Fields,
  isAnyway: boolean,
  out: Writable,
): Promise<number> {
  const read = input.readPurchase({ ...fields, id: crypto.randomUUID() });
  if (!read.ok) return printRefusal(out, read.error);
  const bought = await tests.buyTestSample(BY, id, read.value, { isAnyway });
  if (!bought.ok) return say(out, bought, '');
  out.write(`Sample ${bought.number} is bought.\n`);
  if (bought.hasBegun) out.write(`${BEGUN}\n`);
  return 0;
}

async function step(
  id: number,
  number: number,
  fields: input.Fields,
  out: Writable,
): Promise<number> {
  const read = input.readNoted(fields);
  if (!read.ok) return printRefusal(out, read.error);
  const desk = await deskOf(id);
  const sample = desk?.samples.find((one) => one.number === number);
  if (!sample) return printRefusal(out, 'There is no such sample.');
  return say(out, await tests.noteTestStep(BY, sample.id, read.value), 'Recorded.');
}

async function cost(
  id: number,
  fields: input.Fields,
  isAnyway: boolean,
  out: Writable,
): Promise<number> {
  const read = input.readCost({ ...fields, id: crypto.randomUUID() });
  if (!read.ok) return printRefusal(out, read.error);
  return say(out, await tests.noteTestCost(BY, id, read.value, isAnyway), 'Recorded.');
}

/** `given` is what was said; what was not stays as it is. */
async function correct(
  what: string,
  row: string,
  isVoid: boolean,
  given: input.Fields,
  out: Writable,
): Promise<number | undefined> {
  const desks = await Promise.all((await listTests()).map((test) => findDesk(test.id)));
  if (what === 'step') {
    const found = desks
      .flatMap((desk) => desk.samples.flatMap((sample) => sample.steps))
      .find((one) => String(one.id) === row);
    if (!found) return printRefusal(out, 'There is no such step.');
    const { day, place, lot, bestBefore, method, accreditation, note } = found;
    const texts = { place, lot, best_before: bestBefore, method, accreditation, note };
    const filled = Object.entries(texts).map(([name, value]) => [name, value ?? '']);
    const standing = { day, ...Object.fromEntries(filled) };
    const read = input.readStepCorrection({ ...standing, ...given, void: isVoid ? '1' : '' });
    if (!read.ok) return printRefusal(out, read.error);
    return say(out, await tests.correctTestStep(BY, found.id, read.value), 'Corrected.');
  }
  if (what !== 'cost') return undefined;
  const found = desks.flatMap((desk) => desk.costs).find((one) => one.id === row);
  if (!found) return printRefusal(out, 'There is no such cost.');
  const { amountCents, paidOn: day, payee, receipt } = found;
  const standing = { amount: (amountCents / 100).toFixed(2), day, payee, receipt };
  const read = input.readCostCorrection({ ...standing, ...given });
  if (!read.ok) return printRefusal(out, read.error);
  return say(out, await tests.correctTestCost(BY, row, read.value), 'Corrected.');
}

async function end(id: number, fields: input.Fields, out: Writable): Promise<number> {
  const read = input.readEnding(fields);
  if (!read.ok) return printRefusal(out, read.error);
  return say(
    out,
    await tests.endProductTest(BY, id, read.value),
    'The test has ended. Results are no longer promised.',
  );
}

async function settle(id: number, out: Writable): Promise<number> {
  const desk = await deskOf(id);
  if (!desk) return printRefusal(out, NO_PRODUCT);
  const settled = await tests.settleTestBooks(BY, id, desk.leftCents);
  const amount = formatCents(Math.abs(desk.leftCents));
  return say(out, settled, desk.leftCents < 0 ? `${amount} covered.` : `${amount} passed on.`);
}

async function list(out: Writable): Promise<number> {
  out.write('code\tproduct\tstate\tlate\tleft\n');
  for (const test of await listTests()) {
    const late = test.lateDays > 0 ? lengthText(test.lateDays) : '-';
    printRow(out, [test.id, test.name, testState(test), late, formatCents(test.leftCents)]);
  }
  return 0;
}

async function show(id: number, out: Writable): Promise<number> {
  const desk = await deskOf(id);
  if (!desk) return printRefusal(out, NO_PRODUCT);
  out.write('step\tsample\twhat\tday\tplace\tlot\tmethod\taccreditation\tnote\tcorrected\n');
  for (const { number, steps } of desk.samples) {
    for (const one of steps) {
      const { id: row, step: what, day, place, lot, method, accreditation, note, reason } = one;
      printRow(out, [row, number, what, day, place, lot, method, accreditation, note, reason]);
    }
  }
  out.write('\ncost\tfor\tamount\tpaid on\tpaid to\treceipt\tcorrected\n');
  for (const one of desk.costs) {
    const amount = formatCents(one.amountCents);
    printRow(out, [one.id, one.kind, amount, one.paidOn, one.payee, one.receipt, one.reason]);
  }
  out.write(`\nleft: ${formatCents(desk.leftCents)}\n`);
  return 0;
}

async function deskOf(id: number): Promise<Desk | undefined> {
  const isThere = (await listTests()).some((test) => test.id === id);
  return isThere ? findDesk(id) : undefined;
}

function say(
  out: Writable,
  outcome: { ok: true } | { ok: false; why: TestRefusal },
  done: string,
): number {
  if (outcome.ok) {
    out.write(`${done}\n`);
    return 0;
  }
  return printRefusal(out, { ...TEST_REFUSALS, ...BY_COMMAND }[outcome.why]);
}

/** What a command says otherwise than a page. */
const BY_COMMAND = {
  requests_open: 'Refund requests are open. Decide them first (openassay refund requests).',
  sample_noted:
    'A sample of this lot with this receipt has been recorded already. If this is another one, add --anyway.',
  cost_noted:
    'A cost of this kind with this receipt has been recorded already. If this is another one, add --anyway.',
};
