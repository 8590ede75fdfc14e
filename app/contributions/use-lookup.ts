import { useEffect, useEffectEvent, useState } from 'react';
import { useFetcher } from 'react-router';
import { start, type Lookup } from './lookup.ts';
import * as messages from './messages.ts';
import { knownEmail } from '#app/subscriptions/known-email.ts';
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

/** The visitor's way from an address to the list of what was given under it, from what the page came with. */
export function useLookup(page: {
  lookup: Lookup;
  /** By a form without a script. */ isSent: boolean;
}) {
  const { fetcher, busy } = useLookupForm();
  const answered = fetcher.data;
  const [way, setWay] = useState<Way>({
    lookup: page.lookup,
    from: page.isSent ? 'email' : undefined,
  });
  if (answered && answered !== way.of) setWay(wayAfter(way, answered));
  const { lookup, from } = way;

  const note = useEffectEvent((step: Lookup['step']) => {
    if (step === 'list' && from === 'code') track('View Contributions');
    if (step === 'erased') knownEmail.clear();
  });
  useEffect(() => {
    if (answered && 'step' in answered) note(answered.step);
  }, [answered]);

  const leave = (word?: string) =>
    setWay({ lookup: { ...start, email: lookup.email, word }, from: lookup.step, of: answered });
  useClosing(lookup, () => leave(messages.SESSION_OVER));
  const meanwhile = { ...lookup, failure: undefined, word: undefined };
  return {
    lookup: busy === 'open' ? { ...start, step: 'opening' as const } : busy ? meanwhile : lookup,
    hasMoved: from !== undefined && from !== 'opening',
    useOtherEmail: () => leave(),
  };
}

/** A form without an answer keeps its step. */
function wayAfter({ lookup, from }: Way, of: Lookup | NoAnswer): Way {
  if ('ok' in of) {
    const { intent = '', typed } = of;
    const step = intent === 'open' ? 'opening' : lookup.step;
    const failure = { sentence: NO_ANSWERS[intent] ?? messages.FETCHING_FAILED };
    return { lookup: { ...lookup, step, word: undefined, failure, typed }, from, of };
  }
  return { lookup: of, from: of.step === lookup.step ? from : lookup.step, of };
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
