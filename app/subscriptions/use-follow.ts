import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useFetcher } from 'react-router';
import { track } from '#app/analytics/track.ts';
import { knownEmail } from './known-email.ts';
import { topicParts, type Topic } from './topics.ts';
import type { NoAnswer } from '#app/ui/use-sent-form.ts';

/** What the page's action answers; `isFollowing` where it went well. */
type Followed = Pick<NoAnswer, 'intent' | 'typed' | 'status'> & {
  ok: boolean;
  isFollowing?: boolean;
};

export type Following = ReturnType<typeof useFollow>;

/**
 * Whether one topic is followed from this browser, and all that can be done about it; a component
 * lives for one topic (`key`). What fails is logged and never said: a follow stays off, and one that
 * could not be ended is on again.
 */
export function useFollow({ topic, name }: { topic: Topic; name: string }) {
  const fetcher = useFetcher<Followed>();
  const stored = useSyncExternalStore(onOtherTab, knownEmail.get, unread);
  /** What was typed here, also where the browser keeps nothing. */
  const [typed, setTyped] = useState('');
  const [isAsking, setAsking] = useState(false);
  const email = stored || typed;
  const sending = fetcher.state === 'idle' ? undefined : fetcher.formData?.get('intent');
  const answered = fetcher.data?.typed.email === email ? fetcher.data : undefined;
  const wasFollowing = answered?.ok ? answered.isFollowing : answered?.intent === 'unfollow';
  const isFollowing = Boolean(wasFollowing) && sending !== 'unfollow';
  const done = sending ?? answered?.intent;

  function send(intent: 'look' | 'follow' | 'unfollow') {
    const form = { intent, email, topic };
    void fetcher.submit(form, { method: 'post', defaultShouldRevalidate: false });
  }

  const look = useEffectEvent((isTypedToo: boolean) => {
    if (email && (isTypedToo || email !== typed)) send('look');
  });
  // What was typed here is being followed already.
  useEffect(() => look(false), [stored]);
  useEffect(() => {
    // A page kept aside for the back button hears nothing of what other pages did meanwhile.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) look(true);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const note = useEffectEvent(({ ok, intent, status }: Followed) => {
    const [of, key] = topicParts(topic);
    const isProduct = of === 'product' || of === 'report';
    const about = {
      ...(isProduct ? { product_id: Number(key) } : { [of]: key }),
      product_name: name,
    };
    if (!ok) console.debug('Following failed.', intent, status);
    else if (intent === 'follow') track('Follow Product', about);
    else if (intent === 'unfollow') track('Unfollow Product', about);
  });
  useEffect(() => {
    if (fetcher.data) note(fetcher.data);
  }, [fetcher.data]);

  return {
    Form: fetcher.Form,
    topic,
    /** The address that emails go to; empty where none is known. */
    email,
    /** False until it is known whether the topic is followed, or that it cannot be known. */
    isKnown: fetcher.data !== undefined || typed !== '' || stored === '',
    isFollowing,
    /** A follow is being stored. */
    isBusy: sending === 'follow',
    /** The email input is shown. */
    isAsking,
    /** Whether a press has made it followed, for those who listen; undefined before one. */
    become: done === 'unfollow' || (done === 'follow' && isFollowing) ? isFollowing : undefined,
    /** The one button: it follows, unfollows, or asks for an address first. */
    press() {
      if (!email) setAsking(true);
      else if (!sending) send(isFollowing ? 'unfollow' : 'follow');
    },
    /** Keeps the address that is followed under from now on. */
    keep(given: string) {
      knownEmail.set(given);
      setTyped(given);
      setAsking(false);
    },
    cancel: () => setAsking(false),
    /** Forgets the address and asks for another. What it follows, it goes on following. */
    changeEmail() {
      knownEmail.clear();
      setTyped('');
      setAsking(true);
    },
  };
}

function onOtherTab(change: () => void): () => void {
  window.addEventListener('storage', change);
  return () => window.removeEventListener('storage', change);
}

const unread = () => undefined;
