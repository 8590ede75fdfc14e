import { loadScript } from './load-script.ts';
import * as messages from '#app/ui/messages.ts';

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
const ANSWER_MS = 15_000;
let loading: Promise<void> | undefined;

/**
 * Puts the social post into `place`, light and with the network asked not to track. False where that did not come about; why is on the console.
 */
export async function embedSocialPost(id: string, place: HTMLElement): Promise<boolean> {
  try {
    await (loading ??= loadScript(SCRIPT));
    const widgets = window.twttr?.widgets;
    if (!widgets) {
      console.warn(messages.WIDGETS_NOT_FOUND);
      loading = undefined; // the next press asks anew
      return false;
    }
    // Undefined for a post that is no longer there.
    const shown = widgets.createTweet(id, place, { theme: 'light', dnt: true });
    return (await Promise.race([shown, tooLate()])) !== undefined;
  } catch (error) {
    console.error('The social post could not be loaded:', error);
    if (!window.twttr) loading = undefined;
    return false;
  }
}

/** A frame that is blocked answers never. */
function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the network does not answer')), ANSWER_MS);
  });
}
