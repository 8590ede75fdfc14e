import { and, eq, lt, sql } from 'drizzle-orm';
import { snapshot, type Tx } from '#app/database/db.server.ts';
import { canonicalJson, type Json } from '#app/log/canonical-json.ts';
import { forms, REGISTRATIONS, type FormName } from '#app/log/forms.ts';
import { statedIn } from '#app/log/read-leaf.ts';
import type { Unsealed } from '#app/log/seal.server.ts';
import { sealedTimes } from '#app/log/sealed-times.server.ts';
import { currentTree, entriesOf } from '#app/log/store.server.ts';
import type { Registration } from './registration.ts';
import { sealedEnding, sealedRegistration, sealedStep } from './sealed-acts.ts';
import {
  logLeaves,
  testEndings,
  testPhotos,
  testRegistrations,
  testSamples,
  testSteps,
} from '#db/schema.ts';

const DAY_MS = 86_400_000;

/**
 * Compares what pages say of tests, their registrations, samples, and ends, with the log: `found` has a
 * sentence for each that is in one of the two alone, and `before` counts acts that are dated before the
 * log, and so have no entry.
 */
export async function compareTestsWithLog() {
  return snapshot(async (tx) => {
    const { sealed, began, publications, isThen } = await sealedActs(tx);
    const { all, published } = await notedActs(tx);
    const [left, found] = [new Map(sealed), [] as string[]];
    let before = 0;
    for (const { form, at, body } of all) {
      const text = textOf(form, forms[form].fields.safeParse(body).data ?? body);
      // The same can be done twice: noted, found not to have happened, and noted again.
      const isSealed = sealed.get(text)?.some((entry) => isThen(at, Date.parse(entry.at))) ?? false;
      // A clock that goes back dates what has an entry before the log, too.
      const isBefore = !isSealed && at.getTime() < began;
      if (isBefore) before += 1;
      else left.delete(text);
      if (!isSealed && !isBefore) found.push(`Noted, but not sealed so: ${text}`);
    }
    // A product that is taken off the list ends its test in the log alone.
    for (const [text, [entry]] of left)
      if (entry?.form !== 'ended')
        found.push(`Sealed as entry ${entry?.index}, but not noted so: ${text}`);
    for (const { product, day, at } of published) {
      const isSealed = publications.some((one) => one.product === product && isThen(at, one.at));
      // Where a day has begun elsewhere, it is tomorrow's.
      const isDay = Math.abs(Date.parse(day) - at.getTime()) < 2 * DAY_MS;
      if (!isSealed || !isDay)
        found.push(`Noted, but not sealed so: product ${product} published on ${day}`);
    }
    return { looked: all.length - before, before, found };
  });
}

/** Without the time, which an act and its entry have each of their own, and the form's version. */
function textOf(form: FormName, body: object): string {
  return canonicalJson({ ...body, form } as Json);
}

async function sealedActs(tx: Tx) {
  const { tree } = await currentTree(tx);
  const first = await tx
    .select()
    .from(logLeaves)
    .where(and(eq(logLeaves.tree, tree), lt(logLeaves.index, 2)));
  const publications = await entriesOf(tx, ['publication', 'correction']);
  return {
    sealed: Map.groupBy(
      await entriesOf(tx, [...REGISTRATIONS, 'purchase', 'step', 'step-correction', 'ended']),
      ({ form, body }) => textOf(form, body),
    ),
    /** The first entry of a log that follows another is younger than those that it took over. */
    began: Math.min(...first.map((row) => Date.parse(statedIn(row.leaf)?.at ?? ''))),
    publications: publications.map(({ body, at }) => ({
      product: body.product,
      at: Date.parse(at),
    })),
    isThen: await sealedTimes(tx, tree),
  };
}

async function notedActs(tx: Tx) {
  const registered = await tx.select().from(testRegistrations);
  const ended = await tx.select().from(testEndings);
  const photo = sql<string | null>`encode(sha256(${testPhotos.content}), 'hex')`;
  const rows = await tx
    .select({ step: testSteps, sample: testSamples, photo })
    .from(testSteps)
    .innerJoin(testSamples, eq(testSamples.id, testSteps.sampleId))
    .leftJoin(testPhotos, eq(testPhotos.sampleId, testSamples.id));
  const voided = new Set(rows.filter(({ step }) => step.isVoid).map(({ step }) => step.id));
  // What did not happen after all is noted anew, as any step.
  const isCorrection = (id: number | null) => id !== null && !voided.has(id);
  // A publication has an entry of its own form, for all samples.
  const [published, steps] = [true, false].map((is) =>
    rows.filter(({ step }) => (step.step === 'published') === is),
  ) as [typeof rows, typeof rows];
  /** What is noted of a test and sealed: acts, as pages read them. */
  const all: (Unsealed & { at: Date })[] = [
    ...registered.map((row) => ({
      at: row.registeredAt,
      ...sealedRegistration({ ...row, facts: row.facts as Registration }),
    })),
    ...ended.map((row) => ({ at: row.endedAt, ...sealedEnding(row) })),
    ...steps.map(({ step, sample, photo: sha256 }) => ({
      at: step.notedAt,
      ...sealedStep(sample, step, isCorrection(step.corrects), sha256),
    })),
  ];
  const days = published.map(({ step, sample }) => {
    return { product: sample.productId, day: step.day, at: step.notedAt };
  });
  return { all, published: days };
}
