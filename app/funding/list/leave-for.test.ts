import { afterEach, expect, it, vi } from 'vitest';
import { leaveFor } from './leave-for.ts';
import * as track from '#app/analytics/track.ts';

const leaveTo = vi.spyOn(track, 'leaveTo').mockImplementation(() => {});

afterEach(() => leaveTo.mockClear());

it('leaves for the address of an answer', () => {
  const url = 'https://pay.example.org/c/1';
  const onLeaving = vi.fn();
  expect(leaveFor({ ok: true, body: { url } }, 'no address', onLeaving)).toBe('left');
  expect([leaveTo.mock.calls, onLeaving.mock.calls]).toEqual([[[url]], [[]]]);
});

it.each([
  ['its sentence', { ok: false, sentence: 'Minimum' }, 'Minimum'],
  ['an answer without an address', { ok: true, body: {} }, 'no address'],
  ['an address without a host', { ok: true, body: { url: '/relative' } }, 'no address'],
  ['an address that is a script', { ok: true, body: { url: 'javascript:alert(1)' } }, 'no address'],
])('stays, and says %s', (_, asked, sentence) => {
  const onLeaving = vi.fn();
  expect(leaveFor(asked as Parameters<typeof leaveFor>[0], 'no address', onLeaving)).toEqual([
    sentence,
  ]);
  expect(leaveTo).not.toHaveBeenCalled();
  expect(onLeaving).not.toHaveBeenCalled();
});
