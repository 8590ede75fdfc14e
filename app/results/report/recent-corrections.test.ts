import { expect, test } from 'vitest';
import { recentCorrections } from './revision-steps.ts';
import type { RevisionStep } from './revision-steps.ts';

const DAY_MS = 86_400_000;
const at = Date.parse('2026-11-21T09:00:00Z');

function step(number: number, day: number, before = '', after = ''): RevisionStep {
  return {
    number,
    published_at: new Date(at + day * DAY_MS).toISOString(),
    reason: number === 1 ? null : 'The laboratory read it wrong',
    changes: [],
    headlines: before
      ? [{ family: 'phthalates', name: 'Phthalates', subject: 'Phthalates', before, after }]
      : [],
  };
}

const raised = step(2, 0, 'Low', 'Medium');
const saying = (history: RevisionStep[], afterMs: number) =>
  recentCorrections(history, new Date(at + afterMs));

test('a report says for 90 days what a correction changed, why, and what stood before', () => {
  const history = [raised, step(1, -10)];
  const notice = {
    text: 'Corrected on November 21, 2026: The laboratory read it wrong. Phthalates were Low and are Medium now.',
    before: 1,
  };
  expect(saying(history, 0)).toEqual([notice]);
  expect(saying(history, 90 * DAY_MS - 1)).toEqual([notice]);
  expect(saying(history, 90 * DAY_MS)).toEqual([]);
});

test('a later correction that changes no level leaves it there', () => {
  expect(saying([step(3, 1), raised, step(1, -10)], DAY_MS)).toHaveLength(1);
});

test('of several, only the latest speaks of now', () => {
  const history = [step(3, 1, 'Medium', 'High'), raised, step(1, -10)];
  expect(saying(history, DAY_MS).map(({ text }) => text.replace(/^.*wrong\. /, ''))).toEqual([
    'Phthalates were Medium and are High now.',
    'Phthalates were Low and became Medium.',
  ]);
});
