import { site } from '#app/site.ts';

/** Where a tab keeps what is being written on /add-product. */
export const DRAFT_KEY = `${site.slug}-submission`;

/** Forgets it, once it has been paid for. */
export function forgetDraft(storage: Pick<Storage, 'removeItem'> | undefined): void {
  try {
    storage?.removeItem(DRAFT_KEY);
  } catch {
    // A browser that blocks storage kept nothing.
  }
}
