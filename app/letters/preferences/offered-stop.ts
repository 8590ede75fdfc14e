import * as messages from './preferences-messages.ts';
import { changeFor } from './preferences.ts';
import type { PreferenceChange, Preferences } from './preferences-schema.ts';

/** The one thing that a letter's link is about. */
interface OfferedStop {
  change: PreferenceChange;
  /** Of the button that ends it. */
  label: string;
  /** Whether it has ended, by this page or before. */
  isStopped: boolean;
  /** What is true once it has. */
  sentence: string;
}

/**
 * What a letter's link offers to stop, by its `from`; undefined where that names neither the
 * newsletter nor a product. `loaded` is what the page began with: it has the names of products that
 * were stopped since.
 */
export function offeredStop(
  from: string | null,
  preferences: Preferences,
  loaded = preferences,
): OfferedStop | undefined {
  const change = changeFor(from ?? undefined);
  if (!change || change.kind === 'everything') return undefined;
  const { newsletter, follows, kinds, everything } = preferences;
  const sentence = changeSentence(change, loaded);
  if (change.kind === 'unfollow-kind') {
    const label = `Stop emails about ${kindName(change.key, loaded)}`;
    const isHeardOf = kinds.some(({ key }) => key === change.key);
    return { change, label, isStopped: !isHeardOf || !everything, sentence };
  }
  if (change.kind !== 'unfollow') {
    return { change, label: 'Stop the newsletter', isStopped: newsletter === 'none', sentence };
  }
  const isHeardOf = follows.some(({ product_id }) => product_id === change.product_id);
  return {
    change,
    label: `Stop emails about ${nameOf(change.product_id, loaded)}`,
    isStopped: !isHeardOf || !everything,
    sentence,
  };
}

/** What is true once a change was made. `before` still has the names of the products. */
export function changeSentence(change: PreferenceChange, before: Preferences): string {
  if (change.kind === 'unfollow') {
    return `You no longer get emails about ${nameOf(change.product_id, before)}.`;
  }
  if (change.kind === 'unfollow-kind') {
    return `You no longer get emails about ${kindName(change.key, before)}.`;
  }
  if (change.kind === 'everything') {
    return change.on ? messages.WRITING_AGAIN : messages.EVERYTHING_STOPPED;
  }
  return change.on ? messages.NEWSLETTER_BEGUN : messages.NEWSLETTER_STOPPED;
}

function kindName(key: string, { kinds }: Preferences): string {
  return kinds.find((kind) => kind.key === key)?.name.toLowerCase() ?? 'this kind';
}

function nameOf(productId: number, { follows, stopped }: Preferences): string {
  const known = [...follows, ...stopped].find(({ product_id }) => product_id === productId);
  return known?.name ?? 'this product';
}
