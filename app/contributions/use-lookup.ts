import { useEffect, useEffectEvent, useState } from 'react';
import { useFetcher } from 'react-router';
import { start, type Lookup } from './lookup.ts';
import * as messages from './messages.ts';
import { knownEmail, verifiedFlag } from './this-browser.ts';
import { track } from '#app/analytics/track.ts';
import type { NoAnswer } from '#app/ui/use-sent-form.ts';

/** What is said where a form got no answer, by its intent. */
const NO_ANSWERS: Record<string, string> = {
  send: messages.SENDING_FAILED,
  verify: messages.VERIFYING_BROKE,
  open: messages.FETCHING_FAILED,
  refund: messages.ASKING_FAILED,
  erase: messages.ERASING_FAILED,
  close: messages.CLOSING_FAILED,
};

/** The one sender of all the lookup's forms, and the intent of the one that is under way. */
export function useLookupForm() {
  const fetcher = useFetcher<Lookup | NoAnswer>({ key: 'lookup' });
  const intent = fetcher.formData?.get('intent');
  const busy = fetcher.state !== 'idle' && typeof intent === 'string' ? intent : undefined;
  return { fetcher, Form: fetcher.Form, busy };
}

/** Where the visitor is, and the step that they came from by themselves; undefined where they arrived. */
interface Way {
  lookup: Lookup;
  from?: Lookup['step'] | undefined;
  /** The answer that it follows from. */
  of?: Lookup | NoAnswer | undefined;
}

/** The visitor's way from an address to the list of what was given under it; `sent` came without a script. */
export function useLookup(sent: Lookup | undefined) {
  const { fetcher, busy } = useLookupForm();
  const answered = fetcher.data;
  const [way, setWay] = useState<Way>({ lookup: sent ?? start, from: sent && 'email' });
  if (answered && answered !== way.of) setWay(wayAfter(way, answered));
  const { lookup, from } = way;

  const note = useEffectEvent((step: Lookup['step']) => {
    if (step === 'list' && from === 'code') track('View Contributions');
    if (step === 'erased') knownEmail.clear();
    if (step === 'list') verifiedFlag.set();
    else if (step !== 'opening') verifiedFlag.clear();
  });
  useEffect(() => {
    if (answered && 'step' in answered) note(answered.step);
  }, [answered]);

  const openAgain = useEffectEvent(() => {
    // A browser without the flag has no cookie either, and is not refused for nothing.
    if (sent || !verifiedFlag.isSet()) return;
    const again = { intent: 'open', again: 'yes' };
    void fetcher.submit(again, { method: 'post', defaultShouldRevalidate: false });
  });
  useEffect(() => openAgain(), []);

  const leave = (word?: string) =>
    setWay({ lookup: { ...start, email: lookup.email, word }, from: lookup.step, of: answered });
  useClosing(lookup, () => {
    verifiedFlag.clear();
    leave(messages.SESSION_OVER);
  });
  const meanwhile = { ...lookup, failure: undefined, word: undefined };
  return {
    lookup: busy === 'open' ? { ...start, step: 'opening' as const } : busy ? meanwhile : lookup,
    hasMoved: from !== undefined && from !== 'opening',
    useOtherEmail: () => leave(),
  };
}

/** A form without an answer keeps its step; a list that was open before is where the visitor already was. */
function wayAfter({ lookup, from }: Way, of: Lookup | NoAnswer): Way {
  if ('ok' in of) {
    const { intent = '', typed } = of;
    const step = intent === 'open' ? 'opening' : lookup.step;
    const failure = { sentence: NO_ANSWERS[intent] ?? messages.FETCHING_FAILED };
    return { lookup: { ...lookup, step, word: undefined, failure, typed }, from, of };
  }
  if (of.step === lookup.step) return { lookup: of, from, of };
  const isOpened = lookup.step === 'email' && of.step === 'list';
  return { lookup: of, from: isOpened ? 'opening' : lookup.step, of };
}

/** Runs `then` once the list has been open for its time; a device that slept through it catches up. */
function useClosing({ found, closesInMs = 0 }: Lookup, then: () => void): void {
  const close = useEffectEvent(then);
  const read = useEffectEvent(() => closesInMs);
  useEffect(() => {
    if (!found) return;
    const atMs = Date.now() + read();
    const check = () => {
      if (Date.now() >= atMs) close();
    };
    const timer = setTimeout(check, atMs - Date.now());
    document.addEventListener('visibilitychange', check);
    window.addEventListener('pageshow', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('pageshow', check);
    };
  }, [found]);
}
