import { DRAFT_KEY } from '#app/funding/list/submission-draft.ts';

/** The form's fields as typed. */
export interface Draft {
  name: string;
  product_url: string;
  upc: string;
  serving_size_g: string;
  comments: string;
  amount: string;
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  product_url: '',
  upc: '',
  serving_size_g: '',
  comments: '',
  amount: '25',
};

/** A draft from the text it was kept as; undefined where there is nothing, or nothing usable. */
export function readDraft(text: string): Draft | undefined {
  if (text === '') return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return undefined;
    const fields = Object.entries(EMPTY_DRAFT).map(([name, empty]) => {
      const value = (kept as Record<string, unknown>)[name];
      return [name, typeof value === 'string' ? value : empty];
    });
    return Object.fromEntries(fields) as Draft;
  } catch {
    return undefined;
  }
}

/** Keeps what is being written, so that neither an error nor a reload nor a way back loses it. */
export function keepDraft(draft: Draft, storage: Pick<Storage, 'setItem'> | undefined): void {
  try {
    storage?.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Without storage it lasts as long as the page.
  }
}
