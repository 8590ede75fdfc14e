import type { Block } from '#app/prose/blocks.ts';

/** A post as its page and the list show it. */
export interface Post {
  slug: string;
  /** `2025-02-03`. */
  published: string;
  title: string;
  /** One or two sentences for lists, feeds and social tags. */
  description: string;
  /** For social tags: a PNG of 1200 by 630 pixels on this site; null without one. */
  share: { address: string; text: string } | null;
  blocks: Block[];
}
