import { describe, expect, it } from 'vitest';
import { changeFor, masked } from './preferences.ts';

describe('changeFor', () => {
  it.each([
    ['newsletter', { kind: 'digest', on: false }],
    ['digest', { kind: 'digest', on: false }],
    ['product-1001', { kind: 'unfollow', product_id: 1001 }],
    [undefined, { kind: 'everything', on: false }],
    ['product-', undefined],
    ['product-99999999999', undefined],
    ['newslette', undefined],
  ])('one click from %j ends what it says, and nothing that it does not say', (from, change) => {
    expect(changeFor(from)).toEqual(change);
  });
});

describe('masked', () => {
  it.each([
    ['alice@example.org', 'a…e@example.org'],
    ['al@example.org', 'a…@example.org'],
    ['a@example.org', 'a…@example.org'],
    ['"a@b"@example.org', '"…"@example.org'],
  ])('%s is shown as %s', (email, shown) => {
    expect(masked(email)).toBe(shown);
  });
});
