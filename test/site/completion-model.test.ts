import { expect, it } from 'vitest';
import { pagesLookedAt } from '#bench/completion/choose.ts';
import { drawPicture } from '#bench/completion/picture.ts';
import { AMOUNTS, DAYS, drawWorld } from '#bench/completion/model.ts';

const world = drawWorld(1);
const { visits } = world;
const shareOf = (such: (visit: (typeof visits)[number]) => boolean) =>
  visits.filter(such).length / visits.length;

it('brings the same visitors for a seed, and others for another', () => {
  expect(drawWorld(1)).toEqual(world);
  expect(drawWorld(2).visits.slice(0, 20)).not.toEqual(visits.slice(0, 20));
});

it('has 500 products, and a year of visitors in their order', () => {
  expect(new Set(world.products.map(({ id }) => id)).size).toBe(500);
  expect(visits.length).toBeGreaterThan(DAYS * 5.5);
  expect(visits.length).toBeLessThan(DAYS * 6.5);
  expect(visits.every(({ day }) => day >= 0 && day < DAYS)).toBe(true);
  expect(visits.map(({ day }) => day)).toEqual(
    visits.map(({ day }) => day).toSorted((a, b) => a - b),
  );
});

it('gives as people give: most 5 to 50 dollars, 10 the most often, a few much more', () => {
  expect(shareOf(({ dollars }) => dollars >= 5 && dollars <= 50)).toBeGreaterThan(0.85);
  for (const [dollars, percent] of Object.entries(AMOUNTS)) {
    expect(shareOf((visit) => visit.dollars === Number(dollars))).toBeCloseTo(percent / 100, 1);
  }
  expect(Object.values(AMOUNTS).reduce((sum, percent) => sum + percent, 0)).toBe(100);
  const large = visits.filter(({ dollars }) => dollars >= 250);
  expect(large.length / visits.length).toBeLessThan(0.05);
  expect(large.length).toBeGreaterThan(20);
});

it('looks for a few products often and for most hardly ever', () => {
  const sought = Map.groupBy(
    visits.filter(({ purpose }) => purpose === 'product'),
    ({ productId }) => productId,
  );
  const counts = [...sought.values()].map((those) => those.length).toSorted((a, b) => b - a);
  const sum = counts.reduce((total, count) => total + count, 0);
  const ofTop = counts.slice(0, 50).reduce((total, count) => total + count, 0);
  // A tenth of 500: by the law with this exponent 0.55 of all.
  expect(ofTop / sum).toBeGreaterThan(0.45);
  expect(ofTop / sum).toBeLessThan(0.65);
  expect(counts.length).toBeLessThan(450);
  expect(counts.filter((count) => count <= 2).length).toBeGreaterThan(counts.length / 4);
});

it('looks at one page at least, at five on the average where four of five go on, and at all where all do', () => {
  const lucks = Array.from({ length: 10_000 }, (_, at) => at / 10_000);
  const pages = lucks.map((luck) => pagesLookedAt(luck, 0.8));
  expect(Math.min(...pages)).toBe(1);
  expect(pages.reduce((sum, many) => sum + many, 0) / pages.length).toBeCloseTo(5, 1);
  expect(pagesLookedAt(0, 1)).toBe(Infinity);
});

it('draws a picture whose names do not stand on each other', () => {
  const byDay = Array.from({ length: DAYS }, (_, day) => day / 10);
  const svg = drawPicture([
    { name: 'one', byDay },
    { name: 'other', byDay },
  ]);
  const heights = [...svg.matchAll(/class="n\d" x="\d+" y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(heights).toHaveLength(2);
  expect(Math.abs(heights[0]! - heights[1]!)).toBeGreaterThanOrEqual(17);
  expect(svg).toContain('one 36, other 36.');
});
