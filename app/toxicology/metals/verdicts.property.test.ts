import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intakeMetalLimits } from './intake-limits.ts';
import type { Portion } from './portion.ts';
import { intakeVerdicts, seenLimits, type MetalAmount } from './verdicts.ts';

const tenths = (max: number) => fc.integer({ min: 1, max }).map((n) => n / 10);
const portion: fc.Arbitrary<Portion> = fc.record({
  grams: fc.integer({ min: 1, max: 1000 }),
  times: fc.integer({ min: 1, max: 12 }),
  weightKg: fc.integer({ min: 3, max: 120 }),
  groups: fc.constantFrom(['child'] as const, ['woman', 'adult'] as const),
});
const range = fc.oneof(
  tenths(5000).map((n) => amount(n, n)),
  tenths(5000).map((n) => amount(0, n)),
  tenths(5000).map((n) => amount(n, null)),
);
const order = { no: 0, 'cannot tell': 1, yes: 2 };

function amount(lowerNgG: number, upperNgG: number | null): MetalAmount {
  return { lowerNgG, upperNgG, highestUpperNgG: upperNgG };
}

function verdictsOn(one: MetalAmount, eaten: Portion) {
  return intakeVerdicts({ pb: one, cd: one, as: one, hg: one }, eaten, intakeMetalLimits);
}

/** No verdict gets better for certain: what is above stays above, and nothing comes to be within. */
function expectNoBetter(before: MetalAmount, eaten: Portion, after: MetalAmount, more: Portion) {
  const later = verdictsOn(after, more);
  verdictsOn(before, eaten).forEach(({ verdict }, at) =>
    expect(order[later[at]!.verdict]).toBeLessThanOrEqual(order[verdict]),
  );
}

test('one serving more makes no verdict better', () => {
  fc.assert(
    fc.property(range, portion, (one, eaten) =>
      expectNoBetter(one, eaten, one, { ...eaten, times: eaten.times! + 1 }),
    ),
  );
});

test('one kilogram less makes no verdict better', () => {
  fc.assert(
    fc.property(range, portion, (one, eaten) =>
      expectNoBetter(one, eaten, one, { ...eaten, weightKg: eaten.weightKg - 1 }),
    ),
  );
});

test('a higher limit of quantification answers no more, and sees no more', () => {
  fc.assert(
    fc.property(tenths(5000), tenths(100), portion, (loq, more, eaten) => {
      expectNoBetter(amount(0, loq), eaten, amount(0, loq + more), eaten);
      const [before, after] = [loq, loq + more].map((one) =>
        seenLimits({ pb: one, cd: one, as: one, hg: one }, eaten),
      );
      before!.forEach(({ isSeen }, at) => expect(isSeen || !after![at]!.isSeen).toBe(true));
    }),
  );
});

test('a limit is seen just where a result below the limit of quantification is within it', () => {
  fc.assert(
    fc.property(tenths(5000), portion, (loq, eaten) => {
      const within = verdictsOn(amount(0, loq), eaten).filter(({ verdict }) => verdict === 'yes');
      for (const { limit, isSeen } of seenLimits({ pb: loq, cd: loq, as: loq, hg: loq }, eaten)) {
        expect(isSeen).toBe(within.some((one) => one.limit.id === limit.id));
      }
    }),
  );
});

test('as many servings as are said to stay within it do, and from as many on they are above', () => {
  fc.assert(
    fc.property(range, portion, (one, eaten) => {
      const judge = (id: string, times: number) =>
        verdictsOn(one, { ...eaten, times }).find(({ limit }) => limit.id === id)!.verdict;
      for (const { limit, within, aboveFrom } of verdictsOn(one, eaten)) {
        if (within) expect(judge(limit.id, within)).toBe('yes');
        if (within !== null) expect(judge(limit.id, within + 1)).not.toBe('yes');
        if (aboveFrom) expect(judge(limit.id, aboveFrom)).toBe('no');
        if (aboveFrom && aboveFrom > 1) expect(judge(limit.id, aboveFrom - 1)).not.toBe('no');
      }
    }),
  );
});
