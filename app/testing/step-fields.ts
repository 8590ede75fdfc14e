import * as ask from './act-fields.ts';
import type { ActField } from './act-fields.ts';
import { ACTS } from './acts.ts';
import type { StepName } from './steps.ts';

/** What a step states beside its day and its note, and what its place is called there. */
const STATED: Partial<Record<StepName, { place: string; hint: string; more?: object }>> = {
  bought: { place: 'Shop', hint: 'E.g. Corner Shop, Main Street.', more: ask.PACKAGE },
  shipped: { place: 'Carrier', hint: 'E.g. UPS.' },
  'at-lab': { place: 'Laboratory', hint: 'E.g. Example Laboratory.' },
  'results-in': {
    place: 'Laboratory',
    hint: 'E.g. Example Laboratory.',
    more: ask.MEASURED,
  },
};

/** The fields of an act on a step, without those that such a step does not state. */
export function fieldsOfStep(act: 'note-step' | 'correct-step', step: StepName, isLast = false) {
  const { place, hint, more = {} } = STATED[step] ?? {};
  const apart = { ...ask.PACKAGE, ...ask.MEASURED };
  const shown = Object.entries<ActField>(ACTS[act].fields).filter(([name]) => {
    if (name === 'place') return place !== undefined;
    if (name === 'isVoid') return isLast && step !== 'bought';
    return !Object.hasOwn(apart, name) || Object.hasOwn(more, name);
  });
  const own = {
    place: { label: place, hint },
    note: step === 'given-up' && act === 'note-step' && { label: 'Why (public)', isRequired: true },
  };
  return Object.fromEntries(
    shown.map(([name, one]) => [name, { ...one, ...own[name as keyof typeof own] } as ActField]),
  );
}
