import type { ProseBlock } from '#app/pages/prose-text.ts';

export interface FaqQuestion {
  /** Its anchor, unlike every other on the page; it may be linked to from anywhere. */
  id: string;
  question: string;
  answer: readonly ProseBlock[];
}
