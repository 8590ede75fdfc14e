import { performAct } from '#app/admin/testing/perform-act.server.ts';
import type { Said } from '#app/testing/acts.ts';
import type { Actor } from '#app/admin-log/trail.server.ts';

/** The acts of tests as stories do them, each by what it is about. */

export type Purchase = Said<'buy'>;
export type Registering = Omit<Said<'register'>, 'seen'>;
type Step = Omit<Said<'note-step'>, 'samples'>;

export function registerProductTest(by: Actor, productId: number, said: Registering, seen: number) {
  return performAct(by, 'register', productId, { ...said, seen });
}

export function beginTest(by: Actor, productId: number) {
  return performAct(by, 'begin', productId, {});
}

export function buyTestSample(by: Actor, productId: number, purchase: Purchase) {
  return performAct(by, 'buy', productId, purchase);
}

export function noteTestStep(by: Actor, sampleId: string, step: Step) {
  return performAct(by, 'note-step', 0, { ...step, samples: sampleId });
}

export function correctTestStep(
  by: Actor,
  row: number,
  correction: Omit<Said<'correct-step'>, 'row'>,
) {
  return performAct(by, 'correct-step', 0, { ...correction, row });
}

export function noteTestCost(by: Actor, productId: number, cost: Said<'note-cost'>) {
  return performAct(by, 'note-cost', productId, cost);
}

export function correctTestCost(
  by: Actor,
  cost: string,
  correction: Omit<Said<'correct-cost'>, 'cost'>,
) {
  return performAct(by, 'correct-cost', 0, { ...correction, cost });
}

export function tellProductMaker(by: Actor, productId: number, email: string) {
  return performAct(by, 'tell-maker', productId, { email });
}

export function endProductTest(by: Actor, productId: number, reason: string) {
  return performAct(by, 'end', productId, { reason });
}

export function settleTestBooks(by: Actor, productId: number, leftCents: number) {
  return performAct(by, 'settle', productId, { leftCents });
}
