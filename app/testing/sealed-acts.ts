import type { Unsealed } from '#app/log/seal.server.ts';
import { ACTS } from './acts.ts';
import { dayOf } from './promise.ts';
import type { RegistrationRow } from './registration.ts';
import type { StepName } from './steps.ts';

/*
 * What the public log has of each act, from the rows that tables have of it: what is sealed and what the
 * audit holds against the log are made here, and so cannot differ in form.
 */

const { row: _row, reason: _reason, isVoid: _isVoid, ...stated } = ACTS['correct-step'].fields;
type StatedKey = keyof typeof stated;
const STATED = Object.keys(stated) as StatedKey[];

/** What a step states, as its row has it. */
type StepStatement = { day: string } & { [Key in StatedKey]?: string | null | undefined };

/** Whether two steps state the same. */
export function statesSame(one: StepStatement, other: StepStatement): boolean {
  return STATED.every((key) => (one[key] ?? null) === (other[key] ?? null));
}

interface StepFacts extends StepStatement {
  step: StepName | string;
  isVoid?: boolean;
  /** Of a correction, or of what is noted anew. */
  reason?: string | null;
}

/** A step of a sample, `isCorrection` where it takes the place of one that did happen. */
export function sealedStep(
  sample: { productId: number; number: number },
  row: StepFacts,
  isCorrection: boolean,
  photoSha256?: string | null,
): Unsealed {
  const known = STATED.filter((key) => row[key]);
  const names: Record<string, { name?: string }> = stated;
  const facts = Object.fromEntries(known.map((key) => [names[key]?.name ?? key, row[key]]));
  const body = { product: sample.productId, sample: sample.number, day: row.day, ...facts };
  if (isCorrection) {
    const more = { step: row.step, did_not_happen: row.isVoid ? (true as const) : undefined };
    return { form: 'step-correction', body: { ...body, ...more, reason: row.reason ?? '' } };
  }
  return row.step === 'bought'
    ? { form: 'purchase', body: { ...body, photo_sha256: photoSha256 ?? undefined } }
    : { form: 'step', body: { ...body, step: row.step } };
}

export function sealedRegistration(row: RegistrationRow): Unsealed {
  const { productId, number, facts, reason } = row;
  const { limits, servingG, asFedPerG, foodClass, unseenBecause, ...common } = facts;
  const body = { product: productId, number, ...common, reason: reason ?? undefined };
  if (!limits) return { form: 'registration', body };
  const eaten = { serving_g: servingG, as_fed_per_g: asFedPerG, food_class: foodClass };
  const seen = { limits_ug_kg: limits, unseen_because: unseenBecause };
  return { form: 'panel-registration', body: { ...body, ...eaten, ...seen } };
}

export function sealedEnding(row: { productId: number; reason: string; endedAt: Date }): Unsealed {
  const { productId, reason, endedAt } = row;
  return { form: 'ended', body: { product: productId, day: dayOf(endedAt), reason } };
}
