import { describe, expect, it, vi } from 'vitest';
import { Writes } from './writes.ts';

/** Writes that were acknowledged at these seconds. */
function at(...seconds: number[]): Writes {
  const clock = vi.spyOn(performance, 'now');
  const writes = new Writes(1_500);
  for (const second of seconds) {
    clock.mockReturnValue(second * 1_000);
    writes.note();
  }
  clock.mockRestore();
  return writes;
}

describe('writes came back', () => {
  it.each([
    ['at once, where none was missed', at(1, 2, 3, 4, 5), 2, 6, 2],
    ['with the first after a time without', at(1, 2, 8, 9, 10), 2.5, 10, 8],
    ['for good: after the last such time', at(1, 2, 8, 9, 14, 15), 2.5, 15, 14],
    ['also where the last before was long ago', at(1, 8, 9), 2.5, 9, 8],
    ['not yet, while it lasts', at(1, 2), 2.5, 9, undefined],
    ['not by what came before the blow', at(1, 8, 9, 10), 8.5, 10, 8.5],
  ])('%s', (_, writes, blow, now, back) => {
    const since = writes.backSince(blow * 1_000, now * 1_000);
    expect(since).toBe(back === undefined ? undefined : back * 1_000);
  });
});
