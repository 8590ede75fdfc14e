import type { Operator } from '#app/config.ts';
import { plainText, type Block } from '#app/prose/blocks.ts';
import { operatorValues } from '#app/prose/operator-values.server.ts';
import { readSections, readContent } from '#app/prose/read-text.server.ts';
import { LEGAL_KEYS, type LegalText } from './legal.ts';
import { COOKIES, STORED_FOR_AMPLITUDE, STORED_IN_BROWSER } from './legal-records.ts';

/** Which companies around the site are configured here; what a text says of the others is left out. */
interface OthersHere {
  amplitude: boolean;
  chat: boolean;
}

/** The legal texts of `content/legal`, as they are for this installation. */
export function readLegal(operator: Operator, others: OthersHere): LegalText[] {
  const values = {
    ...others,
    ...operatorValues(operator),
    cookies: listOf(COOKIES),
    storedInBrowser: listOf(STORED_IN_BROWSER),
    storedForAmplitude: listOf(STORED_FOR_AMPLITUDE),
  };
  return LEGAL_KEYS.map((key) => {
    const [head, ...sections] = readSections(`legal/${key}`, values);
    const lead = plainText(head?.blocks ?? []);
    return { key, title: head?.title ?? '', lead, sections, changedOn: newestOf(sections) };
  });
}

/** Who runs this site. */
export function readOperator(operator: Operator): Block[] {
  return readContent('legal/operator', operatorValues(operator)).slice(1);
}

function listOf(stored: Record<string, string>): string {
  return Object.entries(stored)
    .map(([key, what]) => `- \`${key}\`: ${what}`)
    .join('\n');
}

/** The day that the first point of the last section's list begins with. */
function newestOf(sections: LegalText['sections']): string | undefined {
  const changes = sections.at(-1)?.blocks.find((block): block is Block & { type: 'list' } => {
    return block.type === 'list';
  });
  return plainText(changes?.items[0] ?? []).split(':')[0] || undefined;
}
