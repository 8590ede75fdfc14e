import { afterEach, describe, expect, it } from 'vitest';
import { dayHere, dayOf, isDay, lengthText, promiseOf } from './promise.ts';

describe('the day of a moment', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it.each([
    ['America/New_York', '2026-11-20'],
    ['UTC', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-21'],
  ])('is that of where it is read: %s', (place, day) => {
    process.env.TZ = place;
    const moment = new Date('2026-11-21T01:00:00Z');
    expect(dayHere(moment)).toBe(day);
    expect(dayOf(moment)).toBe('2026-11-21');
  });
});

describe('the promise', () => {
  it('is 4 to 6 weeks from the beginning, as every page says', () => {
    expect(promiseOf('2026-01-01', null, '2026-01-01')).toMatchObject({
      from: '2026-01-29',
      by: '2026-02-12',
    });
  });

  it.each([
    [null, '2026-02-12', 0],
    [null, '2026-02-13', 1],
    [null, '2026-05-01', 78],
    ['2026-02-12', '2026-05-01', 0],
    ['2026-02-11', '2026-05-01', 0],
    ['2026-02-20', '2026-05-01', 8],
  ])('published %s, seen on %s: %i days late', (published, today, lateDays) => {
    expect(promiseOf('2026-01-01', published, today)).toMatchObject({ lateDays });
  });

  it('counts days across the change of clocks and leap years', () => {
    expect(promiseOf('2028-02-01', null, '2028-03-15').lateDays).toBe(1);
    expect(promiseOf('2026-03-01', null, '2026-04-13').lateDays).toBe(1);
  });
});

describe('a length', () => {
  it.each([
    [1, '1 day'],
    [9, '9 days'],
    [13, '13 days'],
    [14, '2 weeks'],
    [15, '2 weeks and 1 day'],
    [33, '4 weeks and 5 days'],
  ])('%i is %s', (days, text) => expect(lengthText(days)).toBe(text));
});

describe('a day', () => {
  it.each(['2026-02-28', '2028-02-29', '2026-12-31'])('%s is one', (text) =>
    expect(isDay(text)).toBe(true),
  );
  it.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', 'tomorrow', '', '2026-01-01T00'])(
    '%j is none',
    (text) => expect(isDay(text)).toBe(false),
  );
});
