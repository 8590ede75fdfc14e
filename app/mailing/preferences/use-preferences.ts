import { useState } from 'react';
import { fetchPreferences, sendChange, type PreferencesOutcome } from './fetch-preferences.ts';
import { changeSentence } from './offered-stop.ts';
import type { PreferenceChange, Preferences } from './preferences.ts';
import { patientFetch } from '#app/platform/limits/patient-fetch.ts';
import { useLoaded } from '#app/ui/use-loaded.ts';

/** A part of the screen: what comes of a press is said where it was pressed. */
export type Place = 'offered' | 'newsletter' | 'updates' | 'products' | 'everything';

interface Said {
  place: Place;
  change: PreferenceChange;
  tone: 'good' | 'error';
  sentence: string;
  /** Counts the changes, so that the same sentence is said anew. */
  at: number;
}

export interface Choosing {
  preferences: Preferences;
  /** The change under way, made at this place. */
  busy: { place: Place; change: PreferenceChange } | undefined;
  said: Said | undefined;
  change: (place: Place, change: PreferenceChange) => void;
}

/** What is loaded for a token, and how it is changed: one change at a time. */
export function usePreferences(token: string) {
  const { outcome, replace, retry } = useLoaded<PreferencesOutcome>(token, (signal) =>
    fetchPreferences(token, (input, init) => patientFetch(input, { ...init, signal })),
  );
  const [busy, setBusy] = useState<Choosing['busy']>();
  const [said, setSaid] = useState<Said>();

  async function change(before: Preferences, place: Place, wish: PreferenceChange) {
    if (busy) return;
    setBusy({ place, change: wish });
    setSaid(undefined);
    const found = await sendChange(token, wish, patientFetch);
    setBusy(undefined);
    if (found.kind !== 'failed') replace(found);
    const isMade = found.kind === 'answered';
    setSaid((last) => ({
      place,
      change: wish,
      tone: isMade ? 'good' : 'error',
      sentence: found.kind === 'answered' ? changeSentence(wish, before) : found.sentence,
      at: (last?.at ?? 0) + 1,
    }));
  }

  const choosing: Choosing | undefined =
    outcome?.kind === 'answered'
      ? {
          preferences: outcome.answered,
          busy,
          said,
          change: (place, wish) => void change(outcome.answered, place, wish),
        }
      : undefined;
  return { outcome, choosing, retry };
}
