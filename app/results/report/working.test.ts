import { expect, test } from 'vitest';
import { baby, specChild } from '#app/results/answers/eater.ts';
import { reportTiles } from '#app/results/answers/report-cards.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';
import { workingOf } from './working.ts';
import { plasticListProducts } from '#test/support/samples-file.ts';

const cardsOf = (eater = specChild) =>
  plasticListProducts().map((product) => {
    const { originalId: id, servingSizeG: servingG } = product;
    const samples = product.samples.map(({ measurements }) => measurements);
    const tiles = reportTiles(id, servingG, samples, { ...defaultViewpoint, ...eater });
    return { id, servingG: servingG ?? 0, tiles };
  });
const tilesOf = (id: number, eater = specChild) =>
  cardsOf(eater).find((card) => card.id === id)?.tiles ?? [];

test('the working names sum, serving, person and limit from the records', () => {
  const [phthalates] = tilesOf(40);
  const { sum, sentence, limit } = workingOf(phthalates!, 152, specChild);
  expect(sum).toBe('DEHP + 5 × DBP + 0.1 × BBP + 0.3 × DINP');
  expect(sentence).toContain('one serving of 152 g a day, for a child of 31\u00a0lb (14\u00a0kg)');
  expect(sentence).toContain('50,000 ng per kg');
  expect(limit.authority).toBe('EFSA');
});

test('an unknown serving has no grams, and a person of any weight is named by it', () => {
  const [, bisphenols] = tilesOf(304);
  const { sentence, figures } = workingOf(bisphenols!, 0, { weightKg: 22.7, servings: 1 });
  expect(sentence).toContain('one serving a day, for a person of 50\u00a0lb (22.7\u00a0kg)');
  expect(sentence).toContain('compared with EFSA’s 0.2 ng per kg');
  expect(figures, 'nothing was found').toBeNull();
});

test('the working shows the figures of the product itself', () => {
  const [phthalates] = tilesOf(40);
  expect(workingOf(phthalates!, 16, specChild).figures).toBe(
    '(1,584 + 5 × 40,795) × 16 ÷ (50,000 × 14) = 470%',
  );
});

test('and of as many servings as are eaten', () => {
  const [phthalates] = tilesOf(1, baby);
  const { figures, sentence } = workingOf(phthalates!, 22, baby);
  expect(figures).toBe('(72.5 + 5 × 18.3) × 6 × 22 ÷ (50,000 × 5) = 8.7%');
  expect(sentence).toContain(
    'in six servings of 22 g a day, for a baby of 11\u00a0lb (5\u00a0kg),',
  );
});

test('who works it out again comes to what the tile says, of every product', () => {
  const shown = cardsOf().flatMap(({ servingG, tiles }) =>
    tiles.flatMap((tile) => {
      const { figures } = workingOf(tile, servingG, specChild);
      return figures === null ? [] : [{ figures, percent: tile.percent?.estimate ?? 0 }];
    }),
  );
  expect(shown.length).toBeGreaterThan(300);
  for (const { figures, percent } of shown) {
    const [, terms = '', serving = '', limit = '', weight = ''] =
      /^(.*) × ([\d.,]+) ÷ \(([\d.,]+) × ([\d.]+)\) = /.exec(figures) ?? [];
    const number = (text: string) => Number(text.replaceAll(/[(),]/g, ''));
    const sum = terms
      .split(' + ')
      .map((term) =>
        term
          .split(' × ')
          .map(number)
          .reduce((a, b) => a * b),
      )
      .reduce((a, b) => a + b);
    const again = ((sum * number(serving)) / (number(limit) * number(weight))) * 100;
    expect(again / percent, figures).toBeCloseTo(1, 1);
  }
});
