import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import type { RefundRequest } from './contribution.ts';
import * as calls from './lookup-calls.ts';
import { advance, start, type Lookup } from './lookup.ts';
import { knownEmail, verifiedFlag } from './this-browser.ts';
import { provingFetch } from '#app/platform/limits/proving-fetch.ts';
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

/** The visitor's way from an address to the list of what was given under it. */
export function useLookup(): { lookup: Lookup; actions: LookupActions } {
  const [lookup, dispatch] = useReducer(advance, start);
  const latest = useRef(lookup);
  const [closesAt, setClosesAt] = useState<number>();
  useEffect(() => {
    latest.current = lookup;
  });

  /** Shows the list, where this browser may see it; whether it did. */
  const show = useCallback(async (): Promise<calls.Found['kind']> => {
    const answer = await calls.fetchContributions(provingFetch);
    if (answer.kind === 'failed') dispatch({ type: 'failed', failure: answer.failure });
    if (answer.kind === 'found') {
      verifiedFlag.set();
      setClosesAt(Date.now() + answer.closesInMs);
      dispatch({ type: 'found', found: answer.found });
    }
    return answer.kind;
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
        const sent = await calls.sendCode(email, provingFetch);
        if (sent.ok) dispatch({ type: 'codeSent', email, word: sent.value });
        else dispatch({ type: 'failed', failure: sent.failure });
      },
      async verify(code) {
        const { email, isVerified } = latest.current;
        dispatch({ type: 'started', task: 'verifying' });
        if (!isVerified) {
          const checked = await calls.verifyCode(email, code, provingFetch);
          if (!checked.ok) return dispatch({ type: 'failed', failure: checked.failure });
          dispatch({ type: 'verified' });
        }
        const kind = await show();
        // A list that is opened again with the same code is the same view of it.
        if (kind === 'found') track('View Contributions');
        if (kind === 'signedOut') dispatch({ type: 'failed', failure: calls.FETCH_REFUSED });
      },
      async close() {
        dispatch({ type: 'started', task: 'closing' });
        const ended = await calls.endLookup(provingFetch);
        if (!ended.ok) return dispatch({ type: 'failed', failure: ended.failure });
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
    // A browser without the flag has no cookie either, and is not refused for nothing.
    const openAgain = async () => {
      if (verifiedFlag.isSet()) await open();
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
