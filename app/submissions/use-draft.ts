import { useState, useSyncExternalStore } from 'react';
import { DRAFT_KEY } from '#app/funding/list/submission-draft.ts';
import { storageOrNone } from '#app/platform/browser-storage.ts';
import { EMPTY_DRAFT, keepDraft, readDraft, type Draft } from './draft.ts';

/** The form's fields: what this tab had kept, and what is typed over it, `sent` without a script at first. */
export function useDraft(sent?: Partial<Draft>): [Draft, (change: Partial<Draft>) => void] {
  const kept = useSyncExternalStore(never, keptText, nothing);
  const [typed, setTyped] = useState<Partial<Draft>>(sent ?? {});
  const draft = { ...(readDraft(kept) ?? EMPTY_DRAFT), ...typed };

  function change(fields: Partial<Draft>) {
    // What the tab has, which the first draft of all is drawn without.
    const before = readDraft(keptText()) ?? EMPTY_DRAFT;
    keepDraft({ ...before, ...typed, ...fields }, storageOrNone('sessionStorage'));
    setTyped((before) => ({ ...before, ...fields }));
  }

  return [draft, change];
}

/** Nobody else writes it: a tab's storage is its own. */
const never = () => () => {};
const nothing = () => '';

function keptText(): string {
  try {
    return storageOrNone('sessionStorage')?.getItem(DRAFT_KEY) ?? '';
  } catch {
    return '';
  }
}
