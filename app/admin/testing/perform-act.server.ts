import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import type { ActionName } from '#app/admin-log/action-names.ts';
import { stripEmails } from '#app/log/forms.ts';
import type { ActField, PurchasePhoto } from '#app/testing/act-fields.ts';
import type { ActDone } from '#app/testing/act.ts';
import { ACTS, type ActName, type Operation, type Said } from '#app/testing/acts.ts';
import { buySample } from '#app/testing/buy-sample.server.ts';
import { correctStep } from '#app/testing/correct-step.server.ts';
import { endTest } from '#app/testing/end-test.server.ts';
import { correctCost, noteCost } from '#app/testing/note-cost.server.ts';
import { noteSteps } from '#app/testing/note-step.server.ts';
import { readAct, type Fields } from '#app/testing/read-input.ts';
import { REFUSED_FIELDS, TEST_REFUSALS, type Refused } from '#app/testing/refusals.ts';
import { beginRegistered, registerTest } from '#app/testing/register-test.server.ts';
import { settleTest } from '#app/testing/settle-test.server.ts';
import { ofProduct } from '#app/testing/store.server.ts';
import { tellMaker } from '#app/testing/tell-maker.server.ts';

const OPERATIONS: { [Name in ActName]: Operation<Name> } = {
  register: registerTest,
  begin: beginRegistered,
  buy: buySample,
  'note-step': noteSteps,
  'note-cost': noteCost,
  'correct-step': correctStep,
  'correct-cost': correctCost,
  'tell-maker': tellMaker,
  end: endTest,
  settle: settleTest,
};

/**
 * Does an act of a product's test with its rows of the trail. What was done before, word for word,
 * leaves none, and neither does what is refused: nothing is written.
 */
export function performAct<Name extends ActName>(
  by: Actor,
  name: Name,
  productId: number,
  said: Said<Name>,
): Promise<ActDone | Refused> {
  const action = ACTS[name].action as ActionName;
  return administer(by, async (tx, note) => {
    const done = await OPERATIONS[name](tx, productId, redactEmails(name, said));
    if (!done.ok || done.isRepeated) return done;
    const { amountCents, reserveCents, subjects = [ofProduct(productId)] } = done;
    const isClosing = amountCents !== undefined;
    const before = done.before ?? (isClosing ? said : null);
    const after = isClosing ? { amountCents, reserveCents } : written(name, said);
    for (const subject of subjects) await note({ action, subject, before, after });
    return done;
  });
}

/** What was typed into a form or a command, done: why it was not, and which field is wrong. */
export async function performTyped(
  by: Actor,
  name: ActName,
  productId: number,
  typed: Fields,
  photo: PurchasePhoto | null = null,
) {
  const read = readAct(name, typed);
  if (!read.ok) return { ...read, status: 400 };
  const done = await performAct(by, name, productId, { ...read.value, ...(photo && { photo }) });
  if (done.ok) return done;
  const [words, field] = [TEST_REFUSALS[done.why], REFUSED_FIELDS[done.why]];
  const error = done.about ? `${done.about} ${words}` : words;
  return { ...done, error, field, status: 409 };
}

function entriesOf<Name extends ActName>(name: Name, said: Said<Name>) {
  const fields: Readonly<Record<string, ActField>> = ACTS[name].fields;
  return Object.entries(said).flatMap(([key, value]) => {
    const field = fields[key];
    return field ? [{ key, value: value as unknown, field }] : [];
  });
}

/** The same for everybody to read, as it is noted and sealed. */
function redactEmails<Name extends ActName>(name: Name, said: Said<Name>): Said<Name> {
  const entries = entriesOf(name, said).map(({ key, value, field }) => {
    const isPublic = field.isPublic && typeof value === 'string';
    return [key, isPublic ? stripEmails(value) : value];
  });
  return Object.fromEntries(entries) as Said<Name>;
}

/** What the trail keeps of it, as it was typed; null where that is nothing. */
function written<Name extends ActName>(name: Name, said: Said<Name>): object | null {
  const kept = entriesOf(name, said).filter(({ field }) => !field.isUnwritten);
  return kept.length > 0 ? Object.fromEntries(kept.map(({ key, value }) => [key, value])) : null;
}
