import { CANT_TELL } from '#app/kit/facts.ts';
import { capitalized, listed } from '#app/kit/text.ts';
import type { Word } from '#app/results/answer.ts';
import type { ReportTile } from '#app/results/report-cards.ts';
import { tileAnswer } from '#app/results/tile-answer.ts';
import { familyOf } from '#app/toxicology/families.ts';

const words: Record<Word, string> = {
  High: 'high',
  Medium: 'medium',
  Low: 'low',
  [CANT_TELL]: 'this test can’t tell',
  None: 'no results',
  'N/A': 'not rated',
};

const NO_LIMITS = 'The EPA has no limit for any of these families, only for some chemicals alone.';

/**
 * What a report says before anything else, families with the same answer together:
 * `Phthalates and substitutes: low. Bisphenols: this test can’t tell.` Under the EPA, which rules on
 * no family, it says so: no level stands beside “no limit set”.
 */
export function verdictText(tiles: readonly ReportTile[]): string {
  if (tiles.some(({ percentStatus }) => percentStatus === 'no_limit_set')) return NO_LIMITS;
  const families = new Map<string, string[]>();
  for (const tile of tiles) {
    const { word, tag } = tileAnswer(tile);
    const said = words[word] + (tag === 'Below limit' ? ', but below the limit' : '');
    families.set(said, [...(families.get(said) ?? []), familyOf(tile.family).name]);
  }
  return [...families]
    .map(([said, names]) => `${capitalized(listed(names).toLowerCase())}: ${said}.`)
    .join(' ');
}
