import type { Section } from '#app/prose/blocks.ts';
import { readSections, sectionsOf } from '#app/prose/read-text.server.ts';

export interface FaqCategory {
  id: string;
  title: string;
  /** Each anchor is unlike every other on the page; it may be linked to from anywhere. */
  questions: readonly Section[];
}

/** The FAQ. */
export function readFaq(): FaqCategory[] {
  return readSections('faq').map(({ id, title, blocks }) => ({
    id,
    title,
    questions: sectionsOf(blocks, 2),
  }));
}
