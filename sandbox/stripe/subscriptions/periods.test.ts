import { expect, test } from 'vitest';
import { periodEndS, rhythm } from './periods.ts';
import type { Recurring } from '#sandbox/stripe/objects.ts';

const s = (text: string) => Date.parse(`${text}:00Z`) / 1000;
const date = (timeS: number) => new Date(timeS * 1000).toISOString().slice(0, 16);

test.each<[Recurring['interval'], number, string, string[]]>([
  ['day', 10, '2027-02-25T10:30', ['2027-03-07T10:30', '2027-03-17T10:30']],
  ['week', 2, '2027-12-25T10:30', ['2028-01-08T10:30', '2028-01-22T10:30']],
  ['month', 1, '2027-12-31T23:59', ['2028-01-31T23:59', '2028-02-29T23:59', '2028-03-31T23:59']],
  ['month', 3, '2027-11-30T00:00', ['2028-02-29T00:00', '2028-05-30T00:00']],
  ['year', 1, '2028-02-29T00:00', ['2029-02-28T00:00', '2030-02-28T00:00']],
])('a rhythm of %s × %i keeps to the calendar', (interval, count, start, ends) => {
  const anchorS = s(start);
  let atS = anchorS;
  for (const end of ends) {
    atS = periodEndS(anchorS, atS, { interval, interval_count: count });
    expect(date(atS)).toBe(end);
  }
});

test('leap years come back to the anchor', () => {
  const yearly: Recurring = { interval: 'year', interval_count: 1 };
  expect(date(periodEndS(s('2028-02-29T00:00'), s('2031-02-28T00:00'), yearly))).toBe(
    '2032-02-29T00:00',
  );
});

test('a rhythm is said as people say it', () => {
  expect(rhythm({ interval: 'month', interval_count: 1 })).toBe('every month');
  expect(rhythm({ interval: 'year', interval_count: 2 })).toBe('every 2 years');
});
