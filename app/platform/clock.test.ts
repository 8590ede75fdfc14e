import { expect, test } from 'vitest';
import { daysAgo } from './clock.server.ts';

test('a day has 24 hours to the millisecond, also where clocks on walls are changed', () => {
  const noon = new Date('2026-03-08T12:00:00.001Z');
  expect(daysAgo(1, noon).toISOString()).toBe('2026-03-07T12:00:00.001Z');
  expect(daysAgo(365, noon).toISOString()).toBe('2025-03-08T12:00:00.001Z');
  expect(daysAgo(0, noon)).toEqual(noon);
});
