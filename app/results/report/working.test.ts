import { expect, test } from 'vitest';
import { workingOf } from './working.ts';

test('the working names sum, serving, person and limit from the records', () => {
  const { sum, sentence, limit } = workingOf({ family: 'phthalates' }, 152, 14);
  expect(sum).toBe('DEHP + 5 × DBP + 0.1 × BBP + 0.3 × DINP');
  expect(sentence).toContain('one serving of 152 g a day, for a child weighing 14 kg');
  expect(sentence).toContain('50,000 ng per kg');
  expect(limit.authority).toBe('EFSA');
});

test('an unknown serving has no grams, and a person of any weight is named by it', () => {
  const { sentence } = workingOf({ family: 'bisphenols' }, 0, 22.7);
  expect(sentence).toContain('one serving a day, for a person weighing 22.7 kg');
  expect(sentence).toContain('compared with EFSA’s 0.2 ng per kg');
});
