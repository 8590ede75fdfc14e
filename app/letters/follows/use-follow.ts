import { useEffect, useState, useSyncExternalStore } from 'react';
import { createFollowing, NOTHING_KNOWN, type Following, type FollowState } from './follow.ts';
import { createKeptEmail, EMAIL_KEY, type KeptEmail } from './kept-email.ts';
import { storageOrNone } from '#app/platform/browser-storage.ts';
import { track } from '#app/analytics/track.ts';

/** Whether one product is followed; a component lives for one product (`key`). */
export function useFollow(product: { id: number; name: string }): [FollowState, Following] {
  const [following] = useState(() =>
    createFollowing({ product, kept: browserEmail, report: track }),
  );
  const state = useSyncExternalStore(following.subscribe, following.state, unknown);
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === EMAIL_KEY || key === null) void following.reread();
    };
    // A page kept aside for the back button hears nothing of what other pages did meanwhile.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void following.look();
    };
    void following.look();
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onShow);
    };
  }, [following]);
  return [state, following];
}

const unknown = () => NOTHING_KNOWN;

let shared: KeptEmail | undefined;

/** One for the page, made at first use in the browser. */
const browserEmail: KeptEmail = {
  read: () => kept().read(),
  keep: (email) => kept().keep(email),
  forget: () => kept().forget(),
};

function kept(): KeptEmail {
  shared ??= createKeptEmail(storageOrNone('localStorage'));
  return shared;
}
