import { readStored, writeStored } from '#app/platform/browser-storage.ts';
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
  writeStored('sessionStorage', ASKED_KEY, id);
  window.location.reload();
}

/** Whether this post was asked for just before the page was loaded; true only once. */
export function takeAsked(id: string): boolean {
  if (readStored('sessionStorage', ASKED_KEY) !== id) return false;
  writeStored('sessionStorage', ASKED_KEY, null);
  return true;
}
