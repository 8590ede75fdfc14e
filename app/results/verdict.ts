import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { capitalized, listed } from '#app/kit/text.ts';
import { families, familyOf, type Family } from '#app/toxicology/families.ts';
import { rowAnswer, type RatingAnswer, type Word } from './answer.ts';
import type { ReportTile } from './report-cards.ts';
import type { RiskLevelRow } from './tested-schema.ts';
import { tileAnswer } from './tile-answer.ts';

const words: Record<Word, string> = {
  High: 'high',
  Medium: 'medium',
  Low: 'low',
  [CANT_TELL]: 'this test can’t tell',
  [NOT_TESTED]: 'not tested',
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
  return answersText(tiles.map((tile) => [tile.family, tileAnswer(tile)]));
}

/** The same of a row of the list: a child, EFSA's limits. */
export function rowVerdict(row: RiskLevelRow): string {
  return answersText(families.map(({ key }) => [key, rowAnswer(row, key)]));
}

function answersText(answers: readonly [Family, RatingAnswer][]): string {
  const together = new Map<string, string[]>();
  for (const [family, { word, tag }] of answers) {
    const text = words[word] + (tag === 'Below limit' ? ', but below the limit' : '');
    together.set(text, [...(together.get(text) ?? []), familyOf(family).name]);
  }
  return [...together]
    .map(([text, names]) => `${capitalized(listed(names).toLowerCase())}: ${text}.`)
    .join(' ');
}
