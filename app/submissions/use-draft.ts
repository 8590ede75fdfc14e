import { useState } from 'react';
import { DRAFT_KEY } from '#app/funding/list/submission-draft.ts';
import { readStored, useStored, writeStored } from '#app/platform/browser-storage.ts';
import { EMPTY_DRAFT, readDraft, type Draft } from './draft.ts';

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
