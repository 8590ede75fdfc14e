import { ANSWER_UNREADABLE, CONNECTION_FAILED, productsFailed } from '#app/catalogue/messages.ts';
import type { Page } from '#app/catalogue/product.ts';

/** A page of a list, or the sentence that says why there is none. */
export type PageResult<T> = { ok: true; page: Page<T> } | { ok: false; message: string };

/**
 * Asks a list's call for one page from the browser; `address` is the call's, query string included.
 * An aborted request counts as failed; nobody reads it.
 */
export async function fetchPage<T>(address: string, signal?: AbortSignal): Promise<PageResult<T>> {
  let response: Response;
  try {
    response = await fetch(address, { signal });
  } catch {
    return { ok: false, message: productsFailed(CONNECTION_FAILED) };
  }
  try {
    const answer: unknown = await response.json();
    if (response.ok) return { ok: true, page: answer as Page<T> };
    return { ok: false, message: asListFailure((answer as { error: string }).error) };
  } catch {
    return { ok: false, message: productsFailed(ANSWER_UNREADABLE) };
  }
}

/** The call may name the list already; the sentence then stands as it is. */
function asListFailure(error: string): string {
  return error.startsWith(productsFailed('')) ? error : productsFailed(error);
}
