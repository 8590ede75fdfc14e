import { afterEach, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { FULL_FUNDING_CENTS } from '#app/kit/money.ts';
import { cartBody } from '#app/funding/cart-schema.ts';
import { fits, roomsBeside } from './holds.server.ts';

afterEach(() => configure({ NODE_ENV: 'test' }));

/** What a new product needs. */
const WHOLE = { lines: 1, cents: FULL_FUNDING_CENTS };
const NOTHING = { lines: 0, cents: 0 };
const FULL = { lines: 1_000, cents: 100_000_000 };
const FREE = { browser: NOTHING, address: NOTHING, network: NOTHING, proofs: 0 };
const YES_OR_NO = [false, true];

/** Every history that narrows a bound, under the least that the settings allow. */
const histories = YES_OR_NO.flatMap((hasPaid) =>
  YES_OR_NO.flatMap((isIdle) =>
    YES_OR_NO.map((isIdleAddress) => ({ hasPaid, isIdle, isIdleAddress })),
  ),
);
const configureLeast = () => {
  for (let shares = 0; ; shares += 1) {
    try {
      return configure({ NODE_ENV: 'test', SHARES_PER_ADDRESS: String(shares) });
    } catch {
      // Fewer than are allowed.
    }
  }
};

describe('a full product can always be funded: no bound is smaller than one', () => {
  it.each(histories)('with %j where nothing is held', (history) => {
    configureLeast();
    const { plain, proven } = roomsBeside(FREE, history);
    expect([fits(WHOLE, plain), fits(WHOLE, proven)]).toEqual([true, true]);
  });

  it.each(histories)('with %j where others hold all they can without proofs', (history) => {
    configureLeast();
    const { proven } = roomsBeside({ ...FREE, address: FULL, network: FULL }, history);
    expect(fits(WHOLE, proven)).toBe(true);
  });

  it.each([WHOLE.cents, WHOLE.cents - 1])('as a line of %i cents', (cents) => {
    const cart = [{ productId: 1, amount: cents / 100 }];
    expect(cartBody.safeParse({ cart }).success).toBe(true);
  });
});
