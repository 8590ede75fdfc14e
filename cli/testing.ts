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
import { printRow, printRefusal } from './print.ts';
import { readCommand } from './read-command.ts';
import { optionOfField, commandWords } from './testing-usage.ts';

const BY = { actor: 'command line' } as const;

/** Runs a testing command: 0 done, 1 refused, undefined where it is not one. */
export async function runTesting(args: string[], out: Writable): Promise<number | undefined> {
  const given = readCommand(['testing', ...args]);
  if ('message' in given) return undefined;
  const typed = given.words.join(' ');
  if (typed === '') return list(out);
  if (given.words[0] === 'show') return show(Number(given.words[1]), out);
  const name = (Object.keys(ALL_ACTS) as ActName[]).find((act) => {
    const { words } = commandWords(ALL_ACTS[act]);
    return words.length > 0 && typed.startsWith(`${words.join(' ')} `);
  });
  return name && perform(name, given, out);
}

async function perform(
  name: ActName,
  { words, values }: { words: string[]; values: ReadonlyMap<string, string> },
  out: Writable,
): Promise<number> {
  const { command, fields } = ALL_ACTS[name];
  const { keepsRest, done = '' } = command ?? {};
  const takes = commandWords(ALL_ACTS[name]);
  const taken = Object.fromEntries(
    takes.values.map((word, at) => [word, words[takes.words.length + at] ?? '']),
  );
  const found = await standingFor(name, taken);
  if (typeof found === 'string') return printRefusal(out, found);
  const typed: Fields = { id: crypto.randomUUID(), ...(!keepsRest && { day: dayHere(now()) }) };
  for (const [key, field] of Object.entries(fields)) {
    const given = taken[key] ?? values.get(optionOfField(key, field));
    // An option that takes no value is there, or it is not.
    const said = field.kind === 'flag' && given !== undefined ? 'yes' : given;
    const stands = keepsRest || /^own/.test(field.kind);
    const text = said ?? (stands ? found.standing[field.name ?? key] : undefined);
    if (text !== undefined) typed[field.name ?? key] = text;
  }
  const outcome = await performTyped(BY, name, found.productId, typed);
  if (!outcome.ok) {
    const otherwise: Partial<Record<string, string>> = BY_COMMAND;
    const why = 'why' in outcome ? outcome.why : '';
    return printRefusal(out, otherwise[why] ?? outcome.error);
  }
  out.write(`${typeof done === 'string' ? done : done(outcome)}\n`);
  return 0;
}

/** The product that a command is about, and what stands there; or why there is none. */
async function standingFor(
  name: ActName,
  { CODE, SAMPLE, ID }: Record<string, string>,
): Promise<{ productId: number; standing: Fields } | string> {
  if (ID !== undefined) return rowOf(name, ID);
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

async function list(out: Writable): Promise<number> {
  out.write('code\tproduct\tstate\tlate\tleft\n');
  for (const test of await listTests()) {
    const late = test.lateDays > 0 ? lengthText(test.lateDays) : '-';
    printRow(out, [test.id, test.name, testState(test), late, formatCents(test.leftCents)]);
  }
  return 0;
}

async function show(id: number, out: Writable): Promise<number> {
  const isThere = (await listTests()).some((test) => test.id === id);
  if (!isThere) return printRefusal(out, 'There is no such product.');
  const desk: Desk = await findDesk(id);
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

/** What a command says otherwise than a page. */
const BY_COMMAND = {
  requests_open: 'Refund requests are open. Decide them first (openassay refund requests).',
  sample_noted:
    'A sample of this lot with this receipt has been recorded already. If this is another one, add --anyway.',
  cost_noted:
    'A cost of this kind with this receipt has been recorded already. If this is another one, add --anyway.',
};
