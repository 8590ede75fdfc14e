import { deleteFollow, findFollow, insertFollow } from './follow-calls.ts';
import type { KeptEmail } from './kept-email.ts';
import type { track } from '#app/platform/analytics/track.ts';

export interface FollowState {
  /** The address that letters go to; undefined where none is known. */
  email: string | undefined;
  /** False until it is known whether the product is followed, or that it cannot be known. */
  isKnown: boolean;
  isFollowing: boolean;
  /** A follow is being stored. */
  isBusy: boolean;
  /** The email input is shown. */
  isAsking: boolean;
  /** What has become of the product by a press, for those who listen. */
  said: 'followed' | 'unfollowed' | undefined;
}

export const UNKNOWN: FollowState = {
  email: undefined,
  isKnown: false,
  isFollowing: false,
  isBusy: false,
  isAsking: false,
  said: undefined,
};

interface Surroundings {
  product: { id: number; name: string };
  kept: KeptEmail;
  ask: typeof fetch;
  report: typeof track;
}

/** Whether one product is followed from this browser, and all that can be done about it. */
export type Following = ReturnType<typeof createFollowing>;

/**
 * The states of spec §4 "Follow". What fails is logged and never said (spec §8): a follow stays
 * off, and one that could not be ended is on again.
 */
export function createFollowing({ product, kept, ask, report }: Surroundings) {
  const listeners = new Set<() => void>();
  let state = UNKNOWN;
  /** Counts what was done: an answer to something older changes nothing. */
  let turn = 0;
  let ending = Promise.resolve();

  function set(change: Partial<FollowState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function begin(change: Partial<FollowState>): { isLatest: () => boolean } {
    const mine = ++turn;
    set({ said: undefined, ...change });
    return { isLatest: () => mine === turn };
  }

  /** Reads the kept address, and asks what it follows. */
  async function look(): Promise<void> {
    const email = kept.read();
    const { isLatest } = begin({ email, isKnown: !email, isFollowing: false, isBusy: false });
    if (!email) return;
    let isFollowing = false;
    try {
      isFollowing = (await findFollow(product.id, email, ask)) !== null;
    } catch (error) {
      console.debug('Whether this product is followed is not known.', error);
    }
    if (isLatest()) set({ isKnown: true, isFollowing });
  }

  async function follow(email: string): Promise<void> {
    const { isLatest } = begin({ email, isKnown: true, isBusy: true, isAsking: false });
    await ending;
    try {
      await insertFollow(product.id, email, ask);
      report('Follow Product', { product_id: product.id, product_name: product.name });
      if (isLatest()) set({ isBusy: false, isFollowing: true, said: 'followed' });
    } catch (error) {
      console.debug('This product could not be followed.', error);
      if (isLatest()) set({ isBusy: false });
    }
  }

  async function unfollow(email: string): Promise<void> {
    const { isLatest } = begin({ isFollowing: false, said: 'unfollowed' });
    try {
      const found = await findFollow(product.id, email, ask);
      // Nothing is left to end where another tab, or the link in a letter, has ended it.
      if (!found) return;
      await deleteFollow(found, ask);
      report('Unfollow Product', { product_id: product.id, product_name: product.name });
    } catch (error) {
      console.debug('This product could not be unfollowed.', error);
      if (isLatest()) set({ isFollowing: true, said: 'followed' });
    }
  }

  return {
    subscribe(onChange: () => void) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    state: () => state,
    look,
    /** Another tab may have kept or cleared an address. */
    async reread(): Promise<void> {
      if (kept.read() !== state.email) await look();
    },
    /** The one button: it follows, unfollows, or asks for an address first. */
    async press(): Promise<void> {
      const { email, isFollowing, isBusy } = state;
      if (isBusy) return;
      if (!email) return set({ isAsking: true });
      if (!isFollowing) return follow(email);
      ending = unfollow(email);
      await ending;
    },
    /** Keeps an address, then follows under it. */
    async submit(typed: string): Promise<void> {
      const email = typed.trim();
      kept.keep(email);
      await follow(email);
    },
    cancel: () => set({ isAsking: false }),
    /** Forgets the address and asks for another. What it follows, it goes on following. */
    changeEmail(): void {
      kept.forget();
      begin({ ...UNKNOWN, isKnown: true, isAsking: true });
    },
  };
}
