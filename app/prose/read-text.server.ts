import { LRUCache } from 'lru-cache';
import { lineText, type Block, type Section } from './blocks.ts';
import { readMarkdown } from './read-markdown.server.ts';
import { RECORDS } from './records.server.ts';

/** Every text of the site but its posts, by its path. */
const texts = import.meta.glob<string>(['/content/**/*.md', '!/content/blog/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** A text read once is the same for everybody. */
const read = new LRUCache<string, Block[]>({ max: 200 });

type Values = Readonly<Record<string, unknown>>;

/**
 * The blocks of `content/NAME.md`. In it `{name}` stands for a record or for one of `values`,
 * `{include NAME}` on its own line for another text, and `{if name}`, `{if not name}` … `{end}` keep
 * what is between them from being said. `{name}` of a slot stays. Throws where a text names
 * anything else.
 */
export function readContent(name: string, values: Values = {}, slots: readonly string[] = []) {
  const filled = filledIn(wholeText(name), { ...RECORDS, ...values }, slots, name);
  const known = read.get(filled);
  if (known) return known;
  const blocks = readMarkdown(filled);
  read.set(filled, blocks);
  return blocks;
}

/** The same, by its headings of `level`, each with its anchor: `## Title {#anchor}`. */
export function readSections(name: string, values?: Values, slots?: readonly string[]): Section[] {
  return sectionsOf(readContent(name, values, slots), 1);
}

/** The calls by their topics, as `content/api.md` has them: made from the description of the calls, nothing in it is filled in. */
export function readApi() {
  topics ??= sectionsOf(readMarkdown(texts['/content/api.md'] ?? ''), 1);
  return topics.map(({ id, title, blocks }) => ({ id, title, parts: sectionsOf(blocks, 2) }));
}

let topics: Section[] | undefined;

/** Blocks by their headings of one level; what stands before the first belongs to none. */
export function sectionsOf(blocks: readonly Block[], level: number): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    if (block.type === 'heading' && block.level === level) {
      const words = lineText(block.content);
      const [, title = words, id = ''] = /^(.*) \{#([A-Za-z0-9-]+)\}$/.exec(words) ?? [];
      sections.push({ id, title, blocks: [] });
    } else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

/** Words that somebody typed into a setting, so that they read as typed. */
export function asMarkdown(words: string): string {
  return words.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll(/\s+/g, ' ');
}

/** A text with what it names filled in; `name` is what an error calls it. */
export function filledIn(
  text: string,
  values: Values,
  slots: readonly string[] = [],
  name = 'text',
): string {
  const valueOf = (key: string) => {
    if (key in values) return values[key];
    throw new Error(`content/${name}.md names {${key}}, which is no record`);
  };
  const outcome = (_: string, not: string | undefined, key: string, words: string) =>
    Boolean(valueOf(key)) === Boolean(not) ? '' : words;
  return text
    .replaceAll(/^\{if (not )?(\w+)\}\n([\s\S]*?)^\{end\}\n/gm, outcome)
    .replaceAll(/\{if (not )?(\w+)\}(.*?)\{end\}/g, outcome)
    .replaceAll(/\{(\w+)\}/g, (slot, key) => (slots.includes(key) ? slot : String(valueOf(key))));
}

/** A text with those that it includes. */
function wholeText(name: string): string {
  const text = texts[`/content/${name}.md`];
  if (text === undefined) throw new Error(`there is no content/${name}.md`);
  return text.replaceAll(/^\{include ([\w/-]+)\}$/gm, (_, other) => wholeText(other).trim());
}
