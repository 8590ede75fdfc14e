import { useState } from 'react';
import { changeSentence } from './offered-stop.ts';
import type { PreferenceChange, Preferences } from './preferences-schema.ts';
import * as messages from './preferences-messages.ts';
import { ask, isVoid, type Asked } from '#app/http/ask.ts';
import { useLoaded } from '#app/ui/use-loaded.ts';

/** A part of the screen: what comes of a press is said where it was pressed. */
export type Place = 'offered' | 'newsletter' | `product-${number}` | 'everything';

interface Outcome {
  place: Place;
  tone: 'good' | 'error';
  sentence: string;
  /** Counts the changes, so that the same sentence is said anew. */
  at: number;
}

export interface Choosing {
  preferences: Preferences;
  /** The change under way, made at this place. */
  busy: { place: Place; change: PreferenceChange } | undefined;
  answer: Outcome | undefined;
  change: (place: Place, change: PreferenceChange) => void;
}

type Loaded = Asked<'post /api/mail-preferences'>;

/** What is loaded for a token, and how it is changed: one change at a time. */
export function usePreferences(token: string) {
  const { outcome, replace, retry } = useLoaded(token, async (signal): Promise<Loaded> => {
    if (token === '') return { ok: false, sentence: messages.NO_TOKEN, status: 400 };
    const failed = messages.linkFailed(messages.PREFERENCES_FAILED);
    return ask('post /api/mail-preferences', { body: { token }, signal, failed });
  });
  const [busy, setBusy] = useState<Choosing['busy']>();
  const [answer, setOutcome] = useState<Outcome>();

  async function change(before: Preferences, place: Place, command: PreferenceChange) {
    if (busy) return;
    setBusy({ place, change: command });
    setOutcome(undefined);
    const found = await ask('post /api/change-mail-preferences', {
      body: { token, change: command },
      failed: messages.linkFailed(messages.CHANGE_FAILED),
    });
    setBusy(undefined);
    if (found.ok || isVoid(found.status)) replace(found);
    setOutcome((last) => ({
      place,
      tone: found.ok ? 'good' : 'error',
      sentence: found.ok ? changeSentence(command, before) : found.sentence,
      at: (last?.at ?? 0) + 1,
    }));
  }

  const choosing: Choosing | undefined = outcome?.ok
    ? {
        preferences: outcome.body,
        busy,
        answer,
        change: (place, command) => void change(outcome.body, place, command),
      }
    : undefined;
  return { outcome, choosing, retry };
}
