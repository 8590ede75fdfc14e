import { describe, expect, test } from 'vitest';
import type { Bounds } from '#app/toxicology/bounds.ts';
import { riskLevel } from '#app/toxicology/risk-level.ts';
import { headlineChanges, headlineSentence } from './headline-changes.ts';
import type { FamilyFigure } from '#app/results/answers/answer.ts';

/** What a family is rated as; a range, where the test could not see everything. */
function figure(estimate: number, lower = estimate, upper = estimate): FamilyFigure {
  const percent: Bounds = { lower, estimate, upper, upperOpen: false };
  const family = 'phthalates';
  return { family, level: riskLevel(estimate), percent, own: { lowerPercent: lower, counted: [] } };
}

const none: FamilyFigure = { family: 'phthalates', level: 'None', percent: null };
const notRated: FamilyFigure = { family: 'phthalates', level: 'N/A', percent: null };

function changesOf(before: FamilyFigure | null, after: FamilyFigure) {
  return headlineChanges({ families: [{ family: 'phthalates', before, after }] });
}

describe('a correction changes what people read', () => {
  test.each([
    ['a level that rises', figure(1), figure(6), 'were Low and are Medium now.'],
    [
      'a level that falls',
      figure(150),
      figure(1),
      'were High (above the European limit) and are Low now.',
    ],
    [
      'a High that is below the limit after all',
      figure(150),
      figure(80),
      'were High (above the European limit) and are High (below the European limit) now.',
    ],
    [
      'a test that could have missed more',
      figure(0, 0, 1),
      figure(0, 0, 2_400),
      'were Low and are “Can’t tell” (Low to High) now.',
    ],
    [
      'what it could be',
      figure(0, 0, 6),
      figure(0, 0, 2_400),
      'were “Can’t tell” (Low to Medium) and are “Can’t tell” (Low to High) now.',
    ],
    [
      'the best estimate, where nobody can tell',
      figure(1, 0, 2_400),
      figure(6, 0, 2_400),
      'were “Can’t tell” (Low to High, best estimate Low) and are “Can’t tell” (Low to High, best estimate Medium) now.',
    ],
    ['results where there were none', none, figure(1), 'were without results and are Low now.'],
    ['a rating that is withdrawn', figure(1), notRated, 'were Low and are not rated now.'],
  ])('by %s', (_, before, after, text) => {
    const sentences = changesOf(before, after).map((change) => headlineSentence(change, true));
    expect(sentences).toEqual([`Phthalates ${text}`]);
  });

  test.each([
    ['a figure that moves within its level', figure(0.5), figure(1.5)],
    ['a range that moves within them', figure(0, 0, 200), figure(0, 0, 2_400)],
    ['nothing at all', notRated, notRated],
    ['first results', null, figure(150)],
  ])('and not by %s', (_, before, after) => {
    expect(changesOf(before, after)).toEqual([]);
  });
});
