import { describe, expect, test } from 'vitest';
import { parseMeasurement } from './measurement.ts';

describe('parseMeasurement', () => {
  test.each([
    ['17', 'ok', 17, null],
    ['17.5', 'ok', 17.5, null],
    ['0', 'ok', 0, null],
    [' 42 ', 'ok', 42, null],
    ['<10', 'below_loq', null, 10],
    ['< 2.5', 'below_loq', null, 2.5],
    ['>60000', 'above_range', 60000, null],
    ['ND', 'not_detected', null, null],
    ['NO RESULT', 'not_tested', null, null],
    ['no result', 'not_tested', null, null],
    ['', 'not_tested', null, null],
    ['  ', 'not_tested', null, null],
  ])('reads %j as %s', (reported, status, valueNgG, loqNgG) => {
    expect(parseMeasurement(reported)).toEqual({
      ok: true,
      measurement: { status, valueNgG, loqNgG, reported },
    });
  });

  test.each([
    '-5',
    '+5',
    '1e5',
    '1,000',
    '.5',
    '5.',
    '0x10',
    'NaN',
    'Infinity',
    '<',
    '<<5',
    '<>5',
    '<-5',
    '<LOQ',
    '<0',
    '>0.0',
    '1000000001',
    '٣',
    '5 6',
    'trace',
    '='.repeat(500),
  ])('refuses %j with the text in the reason', (reported) => {
    const parsed = parseMeasurement(reported);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.reason).toContain(reported.slice(0, 40));
    if (!parsed.ok) expect(parsed.reason.length).toBeLessThan(120);
  });
});
