import type { KeptEmail } from './kept-email.ts';
import { ask } from '#app/http/ask.ts';
import type { track } from '#app/analytics/track.ts';

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

export const NOTHING_KNOWN: FollowState = {
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
  report: typeof track;
}

/** Whether one product is followed from this browser, and all that can be done about it. */
export type Following = ReturnType<typeof createFollowing>;

/**
 * The states of a follow. What fails is logged and never said: a follow stays
 * off, and one that could not be ended is on again.
 */
export function createFollowing({ product, kept, report }: Surroundings) {
  const listeners = new Set<() => void>();
  let state = NOTHING_KNOWN;
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
    const asked = await find(email);
    if (!asked.ok) console.debug('Whether this product is followed is not known.', asked.status);
    const isFollowing = asked.ok && asked.body.follow !== null;
    if (isLatest()) set({ isKnown: true, isFollowing });
  }

  function find(email: string) {
    return ask('get /api/follows', { query: { product_id: String(product.id), email } });
  }

  async function follow(email: string): Promise<void> {
    const { isLatest } = begin({ email, isKnown: true, isBusy: true, isAsking: false });
    await ending;
    const stored = await ask('post /api/follows', { body: { product_id: product.id, email } });
    if (stored.ok) {
      report('Follow Product', { product_id: product.id, product_name: product.name });
    } else {
      console.debug('This product could not be followed.', stored.status);
    }
    if (!isLatest()) return;
    set({ isBusy: false, ...(stored.ok && { isFollowing: true, said: 'followed' }) });
  }

  async function unfollow(email: string): Promise<void> {
    const { isLatest } = begin({ isFollowing: false, said: 'unfollowed' });
    const found = await find(email);
    const own = found.ok ? found.body.follow : undefined;
    // Nothing is left to end where another tab, or the link in a letter, has ended it.
    if (own === null) return;
    const ended = own && (await ask('delete /api/follows/{id}', { params: { id: own.id } }));
    if (ended?.ok) {
      report('Unfollow Product', { product_id: product.id, product_name: product.name });
      return;
    }
    console.debug('This product could not be unfollowed.', ended?.status);
    if (isLatest()) set({ isFollowing: true, said: 'followed' });
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
      begin({ ...NOTHING_KNOWN, isKnown: true, isAsking: true });
    },
  };
}
