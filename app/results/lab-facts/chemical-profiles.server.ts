import { present } from '#app/kit/assert.ts';
import { plainText, lineText, type Block } from '#app/prose/blocks.ts';
import { readContent, sectionsOf } from '#app/prose/read-text.server.ts';
import { capitalized } from '#app/kit/text.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { metals } from '#app/toxicology/panels/metals.ts';

const profiled = [
  ...chemicals,
  ...metals.substances.map((one) => ({ ...one, category: capitalized(metals.name) })),
];
/** What has a profile. */
export const PROFILED_KEYS = profiled.map(({ key }) => key);

export function isProfiled(text: string): text is (typeof PROFILED_KEYS)[number] {
  return profiled.some(({ key }) => key === text);
}

/** What the info dialog of a chemical says, and the call for it, from `content/chemicals`. */
export function chemicalProfileOf<Key extends (typeof PROFILED_KEYS)[number]>(key: Key) {
  const { fullName, category } = present(
    profiled.find((one) => one.key === key),
    `a substance with the key ${key}`,
  );
  const blocks = readContent(`chemicals/${key}`);
  const items = new Map(
    sectionsOf(blocks, 1).map((section) => [section.title, itemsOf(section.blocks)]),
  );
  const pointsOf = (title: string) => (items.get(title) ?? []).map(plainText);
  return {
    key,
    full_name: fullName,
    category,
    description: plainText(blocks.slice(0, 1)),
    /** What is shown in animals, what in people, and what nobody knows. */
    health_concerns: pointsOf('Health concerns'),
    /** Where the chemical is met, the places that matter for food first. */
    sources: pointsOf('Common sources'),
    regulations: pointsOf('Regulations'),
    alternatives: pointsOf('Safer alternatives'),
    /** At least two. */
    citations: (items.get('Citations') ?? []).map(citationOf),
    /** The same of all. */
    educational_note: plainText(readContent('chemicals/note')),
  };
}

function itemsOf(blocks: readonly Block[]): Block[][] {
  return blocks.flatMap((block) => (block.type === 'list' ? block.items : []));
}

/** `[Title](address). Publisher, 2019. Looked at 2026-11-21.`, or `*Title*. …` without an address. */
function citationOf(item: readonly Block[]) {
  const content = item[0]?.type === 'paragraph' ? item[0].content : [];
  const [name, ...after] = content;
  const [, publisher = '', year = '', lookedAt = ''] =
    /^\. (.+), (\d{4})\. Looked at (\d{4}-\d\d-\d\d)\.$/.exec(lineText(after)) ?? [];
  if (typeof name !== 'object' || !('content' in name) || !publisher) {
    throw new Error(`not a citation: ${plainText(item)}`);
  }
  const url = name.type === 'link' ? name.address : null;
  return { title: lineText(name.content), publisher, year: Number(year), url, looked_at: lookedAt };
}
