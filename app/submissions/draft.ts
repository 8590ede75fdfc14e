import { useState } from 'react';
import { DRAFT_KEY } from '#app/funding/list/submission-draft.ts';
import { readStored, useStored, writeStored } from '#app/platform/browser-storage.ts';
import { commaQuestion, typedDollars } from '#app/kit/money.ts';
import { panelNamed } from '#app/toxicology/panels/panels.ts';
import { SERVING_INVALID } from './messages.ts';
import { derivedFrom, errorsOf, numberOf, type SubmissionErrors } from './submission.ts';
import type { SubmissionData } from './submission-schema.ts';

export const EMPTY_DRAFT = {
  /** Key of what it is to be tested for. */
  panel: 'plastics',
  name: '',
  product_url: '',
  upc: '',
  serving_size_g: '',
  comments: '',
  amount: '25',
};

/** The form's fields as typed. */
export type Draft = typeof EMPTY_DRAFT;

/** A draft from the text it was kept as; undefined where there is nothing, or nothing usable. */
export function readDraft(text: string): Draft | undefined {
  if (text === '') return undefined;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return undefined;
    return draftOf(stored);
  } catch {
    return undefined;
  }
}

/** The form's fields: what this tab had kept, and what is typed over it, `sent` without a script at first. */
export function useDraft(sent?: Partial<Draft>): [Draft, (change: Partial<Draft>) => void] {
  const stored = useStored('sessionStorage', DRAFT_KEY);
  const [typed, setTyped] = useState<Partial<Draft>>(sent ?? {});
  const draft = { ...(readDraft(stored ?? '') ?? EMPTY_DRAFT), ...typed };

  function change(fields: Partial<Draft>) {
    // What the tab has, which the first draft of all is drawn without.
    const before = readDraft(readStored('sessionStorage', DRAFT_KEY) ?? '') ?? EMPTY_DRAFT;
    // So that neither an error nor a reload nor a way back loses it.
    writeStored('sessionStorage', DRAFT_KEY, JSON.stringify({ ...before, ...typed, ...fields }));
    setTyped((before) => ({ ...before, ...fields }));
  }

  return [draft, change];
}

/** The fields of a draft, of whatever was kept or sent; as they are at first where there are none. */
export function draftOf(from: object): Draft {
  const given = new Map(Object.entries(from));
  const fields = Object.entries(EMPTY_DRAFT).map(([name, empty]) => {
    const value: unknown = given.get(name);
    return [name, typeof value === 'string' ? value : empty];
  });
  return Object.fromEntries(fields) as Draft;
}

/** What the site is asked for; brand and category follow from the address. */
export function dataOf(draft: Draft): SubmissionData {
  return {
    ...draft,
    panel: panelNamed(draft.panel)?.key,
    ...derivedFrom(draft.product_url),
    serving_size_g: numberOf(draft.serving_size_g),
    amount: numberOf(draft.amount),
  };
}

/** What does not fit of what was typed, where a comma is asked about: `25,50` is nobody's $2,550. */
export function errorsIn(draft: Draft): SubmissionErrors {
  const { amount, serving_size_g: grams } = draft;
  const isGrams = grams.trim() === '' || !Number.isNaN(typedDollars(grams));
  const asked = {
    amount: commaQuestion(amount),
    serving_size_g: commaQuestion(grams) ?? (isGrams ? undefined : SERVING_INVALID),
  };
  const found = Object.entries(asked).filter(([, sentence]) => sentence !== undefined);
  return { ...errorsOf(dataOf(draft)), ...Object.fromEntries(found) };
}
