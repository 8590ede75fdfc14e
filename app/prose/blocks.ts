/** What runs within a line: text, or text that is marked. */
export type Inline =
  | string
  | { type: 'strong' | 'emphasis'; content: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; address: string; content: Inline[] }
  | { type: 'image'; picture: Picture }
  | { type: 'break' };

/** What a text is made of, from top to bottom. */
export type Block =
  | { type: 'heading'; /** 1 is right below the text's title. */ level: number; content: Inline[] }
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'list'; isOrdered: boolean; start: number; items: Block[][] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'code'; text: string }
  | { type: 'picture'; picture: Picture }
  | { type: 'social'; post: SocialAddress }
  | { type: 'rule' };

/** A picture and how it is to be shown. */
export interface Picture {
  address: string;
  /** What is to be seen on it; empty for a mere ornament. */
  alt: string;
  caption: string | null;
  width: 'small' | 'medium' | 'large';
  isCentered: boolean;
  hasBorder: boolean;
  hasShadow: boolean;
  /** Of the file, so that its place is kept while it loads; null where the text does not say. */
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

/** A part of a page: its heading, the heading's anchor, and what stands below it. */
export interface Section {
  id: string;
  title: string;
  blocks: Block[];
}

/** Blocks as one line of words without marks, for where no markup can stand. */
export function plainText(blocks: readonly Block[]): string {
  return leavesOf(blocks).map(lineText).join(' ');
}

/** Whether something in it can be shown only by asking a social network for it. */
export function hasSocialPost(blocks: readonly Block[]): boolean {
  return blocks.some((block) => block.type === 'social' || childrenOf(block).some(hasSocialPost));
}

/** The words of a line, without marks. */
export function lineText(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if (typeof inline === 'string') return inline;
      if ('text' in inline) return inline.text;
      return 'content' in inline ? lineText(inline.content) : '';
    })
    .join('');
}

function leavesOf(blocks: readonly Block[]): Inline[][] {
  return blocks.flatMap((block) => {
    if (block.type === 'code') return [[block.text]];
    return 'content' in block ? [block.content] : childrenOf(block).flatMap(leavesOf);
  });
}

function childrenOf(block: Block): Block[][] {
  if (block.type === 'list') return block.items;
  return block.type === 'quote' ? [block.blocks] : [];
}
