import { ACTS, type ActName } from './acts.ts';
import type { ActField } from './act-fields.ts';
import { limitsListed } from './registration.ts';
import type { Fields } from './read-input.ts';
import type { StepName } from './steps.ts';
import type { Desk, DeskSample } from './testing-desk.server.ts';

/** What an act's form begins with, and what stands for what a command leaves out. */
export function standingFields(name: ActName, desk: Desk): Fields {
  const { known, likely } = desk.registration;
  switch (name) {
    case 'register': {
      const organization = known?.facts.payers.organization?.name;
      const { limits } = known?.facts ?? {};
      const stands = { organization, limits: limits && limitsListed(limits) };
      const facts = { ...likely, ...known?.facts, ...stands };
      return { ...textsOf(name, facts), seen: String(known?.number ?? 0) };
    }
    case 'buy':
      return { number: String(desk.samples.length + 1) };
    case 'note-cost':
      return { kind: 'laboratory', payee: known?.facts.laboratory };
    case 'settle':
      return { left: String(desk.leftCents) };
    default:
      return {};
  }
}

/** What is likely of a sample's next step: the laboratory as it was registered, or is noted since. */
export function likelyOf(step: StepName, desk: Desk, sample: DeskSample | undefined): Fields {
  const facts = desk.registration.known?.facts;
  const atLab = sample?.steps.find((one) => one.step === 'at-lab');
  const place = atLab?.place ?? facts?.laboratory;
  if (step === 'at-lab') return { place };
  const { method, accreditation } = facts ?? {};
  return step === 'results-in' ? { place, method, accreditation } : {};
}

/** A row as texts in the fields of an act, by their names in its form. */
export function textsOf(name: ActName, row: object): Fields {
  const values = row as Record<string, unknown>;
  const texts = Object.entries<ActField>(ACTS[name].fields).flatMap(([key, field]) => {
    const value = values[key];
    if (field.kind === 'flag' || !(key in values)) return [];
    const text = field.kind === 'cents' ? (Number(value) / 100).toFixed(2) : String(value ?? '');
    return [[field.name ?? key, text]];
  });
  return Object.fromEntries(texts) as Fields;
}
