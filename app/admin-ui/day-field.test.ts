import { describe, expect, it } from 'vitest';
import { putOwnDay } from './day-field.tsx';

describe('a day that a form offers', () => {
  it.each([
    ['the evening before, west of Greenwich', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['the morning after, east of it', '2026-11-30', '2026-12-01', '2026-12-01'],
    ['the same day', '2026-11-21', '2026-11-21', '2026-11-21'],
    ['a clock that goes wrong', '2026-11-21', '2026-11-23', '2026-11-21'],
    ['a clock that was never set', '2026-11-21', '1970-01-01', '2026-11-21'],
  ])('is the browser’s own where that can be: %s', (_case, offered, own, left) => {
    const field = { value: offered, defaultValue: offered };
    putOwnDay(field, own);
    expect(field.value).toBe(left);
  });

  it('stays what somebody has chosen', () => {
    const field = { value: '2026-11-18', defaultValue: '2026-11-21' };
    putOwnDay(field, '2026-11-20');
    expect(field.value).toBe('2026-11-18');
  });
});
