import { grouped } from '#app/kit/text.ts';
import { foodMetalLimits } from './food-limits.ts';
import { intakeMetalLimits } from './intake-limits.ts';
import { groupNames, isShown } from './metal-limit.ts';
import type { FoodMetalLimit, IntakeMetalLimit } from './metal-limit.ts';

/** Every limit that may be shown, those of intake before those of food. */
export const shownLimits = [...intakeMetalLimits, ...foodMetalLimits].filter(isShown);

export type ShownLimit = IntakeMetalLimit | FoodMetalLimit;

const STATUSES: Partial<Record<ShownLimit['status'], string>> = {
  interim: 'interim, no legal limit',
  guidance: 'guidance, not binding',
  warning: 'sellers must warn from there on',
};

/** `guidance, not binding`. */
export function statusOf({ status }: ShownLimit): string {
  return STATUSES[status] ?? status;
}

/** Whom or what a limit is for; of a margin what happens at that dose. */
export function subjectOf(limit: ShownLimit): string {
  if ('food' in limit) return limit.food;
  const who = limit.group ? groupNames[limit.group] : 'everybody';
  if (limit.kind !== 'margin') return who;
  return `${who}: ${limit.effect} at this dose, which is not called tolerable`;
}

/** With its unit: a heading is set in capitals, in which micrograms read as milligrams. */
export function limitAmount(limit: ShownLimit): string {
  if ('food' in limit) return `${grouped(limit.ngG, 20)} µg per kg`;
  const weight = limit.kind === 'by person' ? '' : ' per kg of body weight';
  return `${grouped(limit.ng / 1000, 20)} µg${weight} a ${limit.per}`;
}
