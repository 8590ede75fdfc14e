import { storageOrNone } from '#app/platform/browser-storage.ts';
import { site } from '#app/site.ts';

/** Under it stands, until the page is loaded anew, which post was asked for. */
const ASKED_KEY = `${site.slug}-social-post`;

/**
 * Whether the document was loaded as the page that is shown. A browser keeps the policy of the
 * document it loaded: one that came from another page by a link admits no embedded post.
 */
export function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return !loaded || new URL(loaded.name).pathname === window.location.pathname;
}

/** Loads this page as a document of its own, on which the post is then shown at once. */
export function askAgainOnOwnDocument(id: string): void {
  try {
    storageOrNone('sessionStorage')?.setItem(ASKED_KEY, id);
  } catch (error) {
    console.debug('Which post was asked for is not kept; it has to be asked for again.', error);
  }
  window.location.reload();
}

/** Whether this post was asked for just before the page was loaded; true only once. */
export function takeAsked(id: string): boolean {
  const storage = storageOrNone('sessionStorage');
  if (!storage || storage.getItem(ASKED_KEY) !== id) return false;
  storage.removeItem(ASKED_KEY);
  return true;
}
