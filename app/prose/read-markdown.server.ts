import type { Blockquote, Image, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { allowedAddress, isOwnPath } from './link-address.ts';
import { readPictureText } from './picture-hints.ts';
import type { Block, Inline, Picture, SocialAddress } from './blocks.ts';
import { socialPostOf } from './social-address.ts';

/**
 * Reads CommonMark into what a page or a post can show, and nothing else: raw HTML stays text, a link that
 * leads where none may lead is only its words, a picture of another site is a link to it. Throws
 * where something has no counterpart here.
 */
export function readMarkdown(text: string): Block[] {
  const { children } = fromMarkdown(text);
  // Of two with one name the first counts (CommonMark 4.7), so it is set last.
  const definitions = new Map(definitionsIn(children).reverse());
  return blocksOf(children, definitions);
}

function definitionsIn(nodes: RootContent[]): (readonly [string, string])[] {
  return nodes.flatMap((node) => {
    if (node.type === 'definition') return [[node.identifier, node.url] as const];
    if (node.type === 'blockquote') return definitionsIn(node.children);
    if (node.type === 'list') return node.children.flatMap((item) => definitionsIn(item.children));
    return [];
  });
}

/** Addresses of links that are named at the end of a post, by their names. */
type Definitions = ReadonlyMap<string, string>;

function blocksOf(nodes: RootContent[], definitions: Definitions): Block[] {
  return nodes.flatMap((node) => blockOf(node, definitions) ?? []);
}

function blockOf(node: RootContent, definitions: Definitions): Block | undefined {
  switch (node.type) {
    case 'heading':
      // The title is the post's own, so one and two number signs mean the same.
      return {
        type: 'heading',
        level: Math.max(1, node.depth - 1),
        content: inlineOf(node.children, definitions),
      };
    case 'paragraph': {
      const [only, ...others] = node.children;
      const picture = only?.type === 'image' && others.length === 0 ? pictureOf(only) : undefined;
      if (picture) return { type: 'picture', picture };
      return { type: 'paragraph', content: inlineOf(node.children, definitions) };
    }
    case 'list':
      return {
        type: 'list',
        isOrdered: node.ordered ?? false,
        start: node.start ?? 1,
        items: node.children.map((item) => blocksOf(item.children, definitions)),
      };
    case 'blockquote': {
      const post = socialPostIn(node);
      if (post) return { type: 'social', post };
      return { type: 'quote', blocks: blocksOf(node.children, definitions) };
    }
    case 'code':
      return { type: 'code', text: node.value };
    case 'html':
      return { type: 'paragraph', content: [node.value] };
    case 'thematicBreak':
      return { type: 'rule' };
    case 'definition':
      return undefined;
    default:
      throw new Error(`a text cannot show ${node.type}`);
  }
}

/** The social post that is all a quotation says, be it as a link or as an address. */
function socialPostIn({ children: [only, ...others] }: Blockquote): SocialAddress | null {
  if (only?.type !== 'paragraph' || others.length > 0) return null;
  const [link, ...rest] = only.children;
  if (rest.length > 0) return null;
  if (link?.type === 'text') return socialPostOf(link.value);
  return link?.type === 'link' ? socialPostOf(link.url) : null;
}

function inlineOf(nodes: PhrasingContent[], definitions: Definitions): Inline[] {
  return nodes.flatMap((node): Inline | Inline[] => {
    switch (node.type) {
      case 'text':
      case 'html':
        return node.value;
      case 'strong':
      case 'emphasis':
        return { type: node.type, content: inlineOf(node.children, definitions) };
      case 'inlineCode':
        return { type: 'code', text: node.value };
      case 'break':
        return { type: 'break' };
      case 'link':
        return linkTo(node.url, inlineOf(node.children, definitions));
      case 'linkReference':
        return linkTo(definitions.get(node.identifier) ?? '', inlineOf(node.children, definitions));
      case 'image': {
        const picture = pictureOf(node);
        return picture ? { type: 'image', picture } : linkTo(node.url, [altOf(node)]);
      }
      default:
        throw new Error(`a text cannot show ${node.type}`);
    }
  });
}

function linkTo(address: string, content: Inline[]): Inline | Inline[] {
  const allowed = allowedAddress(address);
  return allowed === null ? content : { type: 'link', address: allowed, content };
}

/** Undefined for a picture of another site: no page asks another host for anything. */
function pictureOf(node: Image): Picture | undefined {
  if (!isOwnPath(node.url)) return undefined;
  return { address: node.url, caption: node.title ?? null, ...readPictureText(node.alt ?? '') };
}

function altOf(node: Image): string {
  return readPictureText(node.alt ?? '').alt || node.url;
}
