/** What runs within a line of a post: text, or text that is marked. */
export type Inline =
  | string
  | { type: 'strong' | 'emphasis'; content: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; address: string; content: Inline[] }
  | { type: 'image'; picture: Picture }
  | { type: 'break' };

/** What a post is made of, from top to bottom. */
export type BlogBlock =
  | { type: 'heading'; /** 1 is right below the post's title. */ level: number; content: Inline[] }
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'list'; isOrdered: boolean; start: number; items: BlogBlock[][] }
  | { type: 'quote'; blocks: BlogBlock[] }
  | { type: 'code'; text: string }
  | { type: 'picture'; picture: Picture }
  | { type: 'social'; post: SocialAddress }
  | { type: 'rule' };

/** A picture of a post and how it is to be shown (spec §2 "Blog"). */
export interface Picture {
  address: string;
  /** What is to be seen on it; empty for a mere ornament. */
  alt: string;
  caption: string | null;
  width: 'small' | 'medium' | 'large';
  isCentered: boolean;
  hasBorder: boolean;
  hasShadow: boolean;
  /** Of the file, so that its place is kept while it loads; null where the post does not say. */
  widthPx: number | null;
  heightPx: number | null;
}

/** A post on one of the two social networks' hosts. */
export interface SocialAddress {
  /** Decimal digits, more than a number holds. */
  id: string;
  address: string;
  /** As a reader knows it: `x.com`. */
  host: string;
}

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
  blocks: BlogBlock[];
}

/** Whether something in it can be shown only by asking a social network for it. */
export function hasSocialPost(blocks: BlogBlock[]): boolean {
  return blocks.some((block) => {
    if (block.type === 'social') return true;
    if (block.type === 'quote') return hasSocialPost(block.blocks);
    return block.type === 'list' && block.items.some(hasSocialPost);
  });
}
