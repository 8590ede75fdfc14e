import { readMarkdown } from '#app/prose/read-markdown.server.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import type { Block } from '#app/prose/blocks.ts';

/**
 * Reads a post: `file` is its name, `2025-02-03-its-slug.md`, `text` what is in it, a head of
 * `name: value` lines between two lines of three dashes and then Markdown. Throws, in a sentence
 * that names the file, where it is not a post.
 */
export function readPost(file: string, text: string): Post {
  const name = /^(\d{4}-\d{2}-\d{2})-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/.exec(file);
  const [, published = '', slug = ''] = name ?? [];
  if (!isDay(published)) throw new Error(`${file}: a post is named as 2025-02-03-its-slug.md`);
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replaceAll(/^\uFEFF|\r(?=\n)/g, ''));
  const [, head = '', body = ''] = parts ?? [];
  const fields = new Map(head.split('\n').map(fieldOf));
  const title = fields.get('title');
  const description = fields.get('description');
  if (!title || !description) throw new Error(`${file}: its head has no title or no description`);
  const address = fields.get('picture');
  const share = address ? { address, text: fields.get('picture text') ?? title } : null;
  try {
    return { slug, published, title, description, share, blocks: readMarkdown(filled(body)) };
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const numbers = { ...NUMBERS, testedChemicals: TESTED_CHEMICALS };

/**
 * A text with the record's numbers where it names them, as `{testedChemicals}`; one that does ends
 * with what changed of them since.
 */
function filled(body: string): string {
  const text = body.replaceAll(/\{([a-zA-Z]+)\}/g, (name, key: keyof typeof numbers) =>
    String(numbers[key] ?? name),
  );
  const changes = text === body ? [] : NUMBER_CHANGES;
  return [text, changes.map((line) => `- ${line}`).join('\n')].join('\n\n').trimEnd();
}

/** Whether there is such a day: `2025-02-30` is none. */
function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
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
  blocks: Block[];
}

/**
 * What changed of `kit/numbers.ts` and of the chemicals tested for, as `November 21, 2026: What.`, the
 * newest first: posts that state such a number, and are dated, end with it. None has changed yet.
 */
export const NUMBER_CHANGES: readonly string[] = [];
