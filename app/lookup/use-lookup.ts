import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import type { RefundRequest } from './contribution-schema.ts';
import { fetchContributions, giveCode } from './lookup-calls.ts';
import { advance, start, type Lookup, type LookupEvent } from './lookup.ts';
import * as messages from './messages.ts';
import { knownEmail, verifiedFlag } from './this-browser.ts';
import { ask } from '#app/platform/http/ask.ts';
import { track } from '#app/platform/analytics/track.ts';

export interface LookupActions {
  send: (email: string) => Promise<void>;
  verify: (code: string) => Promise<void>;
  open: () => Promise<void>;
  close: () => Promise<void>;
  useOtherEmail: () => void;
  refundAsked: (id: string, request: RefundRequest) => void;
  erased: (word: string) => void;
}

/**
 * The visitor's way from an address to the list of what was given under it; `happened` is what forms
 * have brought about that no script sent.
 */
export function useLookup(happened: LookupEvent[]): { lookup: Lookup; actions: LookupActions } {
  const [lookup, dispatch] = useReducer(advance, start, (first) => happened.reduce(advance, first));
  const latest = useRef(lookup);
  const [closesAt, setClosesAt] = useState<number>();
  useEffect(() => {
    latest.current = lookup;
  });

  /** Shows the list, where this browser may see it; whether it did. */
  const show = useCallback(async (): Promise<'found' | 'signedOut' | 'failed'> => {
    const asked = await fetchContributions();
    if (asked.ok) {
      verifiedFlag.set();
      setClosesAt(Date.now() + asked.closesInMs);
      dispatch({ type: 'found', found: asked.body });
      return 'found';
    }
    if (asked.status === 401) return 'signedOut';
    const failure = { sentence: messages.FETCHING_FAILED, reason: asked.said };
    dispatch({ type: 'failed', failure });
    return 'failed';
  }, []);

  const open = useCallback(async () => {
    dispatch({ type: 'opening' });
    if ((await show()) !== 'signedOut') return;
    verifiedFlag.clear();
    dispatch({ type: 'signedOut' });
  }, [show]);

  const actions = useMemo<LookupActions>(
    () => ({
      open,
      async send(email) {
        dispatch({ type: 'started', task: 'sending' });
        const sent = await ask('post /api/send-verification', { body: { email } });
        if (sent.ok) return dispatch({ type: 'codeSent', email, word: sent.body.message });
        const failure = { sentence: messages.SENDING_FAILED, reason: sent.said };
        dispatch({ type: 'failed', failure });
      },
      async verify(code) {
        const { email, isVerified } = latest.current;
        dispatch({ type: 'started', task: 'verifying' });
        if (!isVerified) {
          const failure = await giveCode(email, code);
          if (failure) return dispatch({ type: 'failed', failure });
          dispatch({ type: 'verified' });
        }
        const kind = await show();
        // A list that is opened again with the same code is the same view of it.
        if (kind === 'found') track('View Contributions');
        // The code was right: its time was over meanwhile.
        const failure = { sentence: messages.FETCHING_FAILED };
        if (kind === 'signedOut') dispatch({ type: 'failed', failure });
      },
      async close() {
        dispatch({ type: 'started', task: 'closing' });
        const ended = await ask('post /api/end-lookup', { body: {} });
        const failure = { sentence: messages.CLOSING_FAILED };
        if (!ended.ok) return dispatch({ type: 'failed', failure });
        verifiedFlag.clear();
        dispatch({ type: 'closed' });
      },
      useOtherEmail: () => dispatch({ type: 'otherEmail' }),
      refundAsked: (id, request) => dispatch({ type: 'refundAsked', id, request }),
      erased(word) {
        verifiedFlag.clear();
        knownEmail.clear();
        dispatch({ type: 'erased', word });
      },
    }),
    [open, show],
  );

  useEffect(() => {
    // A browser without the flag has no cookie either, and is not refused for nothing. A list that a form
    // opened before scripts ran is asked for once more, to be closed in time.
    const openAgain = async () => {
      const { step } = latest.current;
      if (step === 'list' || (step === 'email' && verifiedFlag.isSet())) await open();
    };
    void openAgain();
  }, [open]);

  useMoment(lookup.step === 'list' ? closesAt : undefined, () => {
    verifiedFlag.clear();
    dispatch({ type: 'expired' });
  });
  return { lookup, actions };
}

/** Runs `then` at a moment; a device that slept through it catches up when it is looked at again. */
function useMoment(atMs: number | undefined, then: () => void): void {
  const onMoment = useEffectEvent(then);
  useEffect(() => {
    if (atMs === undefined) return;
    const check = () => {
      if (Date.now() >= atMs) onMoment();
    };
    const timer = setTimeout(check, atMs - Date.now());
    document.addEventListener('visibilitychange', check);
    window.addEventListener('pageshow', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('pageshow', check);
    };
  }, [atMs]);
}
