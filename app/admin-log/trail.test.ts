import { expect, it } from 'vitest';
import { readTrailFilter } from './trail.server.ts';

const typed = { actor: '', action: '', product: '', day: '' };

it.each(['2026-11-24', '2000-02-29'])('narrows to the day %s', (day) => {
  expect(readTrailFilter({ ...typed, day })).toEqual({ day });
});

it.each(['0000-01-01', '9999-12-31', '2026-02-30', 'today'])('is no filter by %s', (day) => {
  expect(readTrailFilter({ ...typed, day })).toBeUndefined();
});
