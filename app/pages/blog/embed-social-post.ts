import * as messages from './messages.ts';

/** What the network's script leaves behind, as far as it is used here. */
interface Widgets {
  createTweet(
    id: string,
    place: HTMLElement,
    options: { theme: 'light'; dnt: true },
  ): Promise<HTMLElement | undefined>;
}

declare global {
  interface Window {
    twttr?: { widgets?: Widgets };
  }
}

const SCRIPT = 'https://platform.twitter.com/widgets.js';
let loading: Promise<void> | undefined;

/**
 * Puts the social post into `place`, light and with the network asked not to track (spec §2
 * "Blog"). False where that did not come about; why is on the console (spec §8).
 */
export async function embedSocialPost(id: string, place: HTMLElement): Promise<boolean> {
  try {
    await loadScript();
    const widgets = window.twttr?.widgets;
    if (!widgets) {
      console.warn(messages.WIDGETS_NOT_FOUND);
      return false;
    }
    // Undefined for a post that is no longer there.
    return (await widgets.createTweet(id, place, { theme: 'light', dnt: true })) !== undefined;
  } catch (error) {
    console.error(messages.SOCIAL_POST_FAILED, error);
    return false;
  }
}

/** Loads the network's script, once; after a failure it may be tried again. */
function loadScript(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading = undefined;
      script.remove();
      reject(new Error(`${SCRIPT} did not load`));
    });
    document.head.append(script);
  });
  return loading;
}
