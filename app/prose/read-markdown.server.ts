import type { Blockquote, Image, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { allowedAddress, isOwnPath } from './link-address.ts';
import type { Block, Inline, Picture, SocialAddress } from './blocks.ts';

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

type Shown = Omit<Picture, 'address' | 'caption'>;

/**
 * Reads the text of a picture: what is to be seen, a pipe, and how to show it, as in
 * `A jar|center small border 600x400`. Hints are center, small, medium, large, border and shadow, and the file's size in pixels. Without any of the six it is medium with a
 * border; what is no hint is passed over.
 */
export function readPictureText(text: string): Shown {
  const pipe = text.indexOf('|');
  const alt = (pipe < 0 ? text : text.slice(0, pipe)).trim();
  const words = pipe < 0 ? [] : text.slice(pipe + 1).split(/[\s,|]+/);
  const hints = new Set(words.map((word) => word.toLowerCase()));
  const has = (hint: string) => hints.has(hint);
  const isHinted = ['center', 'small', 'medium', 'large', 'border', 'shadow'].some(has);
  const [, width, height] = words.map((word) => /^(\d+)x(\d+)$/.exec(word)).find(Boolean) ?? [];
  return {
    alt,
    width: has('small') ? 'small' : has('large') ? 'large' : 'medium',
    isCentered: has('center'),
    hasBorder: has('border') || !isHinted,
    hasShadow: has('shadow'),
    widthPx: width ? Number(width) : null,
    heightPx: height ? Number(height) : null,
  };
}

/** The network's two hosts, also as they are called on a phone. */
const POST =
  /^https?:\/\/(?:www\.|mobile\.)?(twitter\.com|x\.com)\/(?:i\/web|\w{1,15})\/status(?:es)?\/(\d{1,20})(?:[/?#]\S*)?$/i;

/** The post that an address leads to, or null where it is no address of a social post. */
export function socialPostOf(address: string): SocialAddress | null {
  const [, host, id] = POST.exec(address.trim()) ?? [];
  if (!host || !id) return null;
  return { id, host: host.toLowerCase(), address: address.trim().replace(/^http:/i, 'https:') };
}
