import { describe, expect, it } from 'vitest';
import { changeSentence, offeredStop } from './offered-stop.ts';
import type { Preferences } from './preferences-schema.ts';

const all: Preferences = {
  email: 'a…e@example.org',
  newsletter: 'on',
  follows: [{ product_id: 1001, name: 'Oat milk' }],
  kinds: [{ key: 'plant-milk', name: 'Plant milk' }],
  stopped: [{ product_id: 1002, name: 'Rice' }],
  everything: true,
  bounced: false,
};

describe('offeredStop', () => {
  it.each([
    ['product-1001', all, 'Stop emails about Oat milk', false],
    ['product-1001', { ...all, everything: false }, 'Stop emails about Oat milk', true],
    ['product-1002', all, 'Stop emails about Rice', true],
    ['product-1003', all, 'Stop emails about this product', true],
    ['kind-plant-milk', all, 'Stop emails about plant milk', false],
    ['kind-yogurt', all, 'Stop emails about this kind', true],
    ['newsletter', all, 'Stop the newsletter', false],
    ['digest', all, 'Stop the newsletter', false],
    ['digest', { ...all, newsletter: 'unconfirmed' }, 'Stop the newsletter', false],
    ['digest', { ...all, newsletter: 'none' }, 'Stop the newsletter', true],
  ] as const)(
    'of %s, case %#, is "%s" to press; ended already: %s',
    (from, now, label, isStopped) => {
      expect(offeredStop(from, now)).toMatchObject({ label, isStopped });
    },
  );

  it.each([null, '', 'everything', 'product-', 'newsletter '])('of %j is nothing', (from) => {
    expect(offeredStop(from, all)).toBeUndefined();
  });

  it('makes the change that its button says', () => {
    const change = { kind: 'unfollow', product_id: 1001 };
    expect(offeredStop('product-1001', all)?.change).toEqual(change);
    expect(offeredStop('newsletter', all)?.change).toEqual({ kind: 'digest', on: false });
  });
});

describe('changeSentence', () => {
  it('names the product that is not there any more afterwards', () => {
    const sentence = changeSentence({ kind: 'unfollow', product_id: 1001 }, all);
    expect(sentence).toBe('You no longer get emails about Oat milk.');
  });

  it('says of each change something else', () => {
    const changes = (['digest', 'everything'] as const).flatMap((kind) =>
      [true, false].map((on) => changeSentence({ kind, on }, all)),
    );
    expect(new Set(changes).size).toBe(4);
  });
});
