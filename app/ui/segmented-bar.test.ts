import { describe, expect, test } from 'vitest';
import { segmentParts } from './segmented-bar.tsx';

const empty = { filled: 0, planned: 0, held: 0 };

describe('segmentParts', () => {
  test.each([
    [{ filled: 0 }, [empty, empty, empty]],
    [{ filled: 425 }, [{ ...empty, filled: 1 }, empty, empty]],
    [
      { filled: 340, planned: 170 },
      [{ filled: 0.8, planned: 0.2, held: 0 }, { ...empty, planned: 0.2 }, empty],
    ],
    [
      { filled: 1190, planned: 0, held: 85 },
      [
        { ...empty, filled: 1 },
        { ...empty, filled: 1 },
        { filled: 0.8, planned: 0, held: 0.2 },
      ],
    ],
    [
      { filled: 1275, planned: 500 },
      [
        { ...empty, filled: 1 },
        { ...empty, filled: 1 },
        { ...empty, filled: 1 },
      ],
    ],
  ])('%o', (amounts, expected) => {
    const parts = segmentParts({ segments: 3, total: 1275, ...amounts });
    parts.forEach((part, index) => {
      for (const kind of ['filled', 'planned', 'held'] as const) {
        expect(part[kind]).toBeCloseTo(expected[index]![kind], 10);
      }
    });
    expect(parts).toHaveLength(3);
  });

  test('a segment never holds more than itself', () => {
    for (const part of segmentParts({
      segments: 3,
      total: 1275,
      filled: 900,
      planned: 300,
      held: 900,
    })) {
      expect(part.filled + part.planned + part.held).toBeLessThanOrEqual(1 + 1e-9);
    }
  });
});
