import { readSections, sectionsOf } from '#app/prose/read-text.server.ts';

/** The FAQ, by categories. Each anchor is unlike every other on the page; it may be linked to from anywhere. */
export function readFaq() {
  return readSections('faq').map(({ id, title, blocks }) => ({
    id,
    title,
    questions: sectionsOf(blocks, 2),
  }));
}
