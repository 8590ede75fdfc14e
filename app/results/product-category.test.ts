import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productsOf } from '#app/results/samples/file-products.ts';
import { categoryText, isNotFood, isVintage, productCategoryOf } from './product-category.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';

test.each([
  [['fast_food', 'burgers'], 'burgers'],
  [['fast_food', 'beverages', 'shakes'], 'shakes'],
  [['fast_food', 'chicken', 'nuggets'], 'nuggets'],
  [['meat', 'chicken', 'groceries', 'organic', 'poultry'], 'poultry'],
  [['water', 'filtered', 'palo_alto', 'tap_water'], 'tap_water'],
  [['produce', 'groceries', 'organic', 'vegetables'], 'vegetables'],
  [['dairy', 'carton', 'cow_milk', 'cow_milk_from_store', 'milk', 'organic'], 'cow_milk'],
  [['personal_care', 'soap'], 'soap'],
  [['yogurt', 'dairy', 'non_fat'], 'yogurt'],
  [['vintage', '1950s', 'military_rations', 'sugar'], 'sugar'],
  [['a tag of tomorrow', 'burgers'], 'a tag of tomorrow'],
])('%j: the narrowest tag that says what it is', (tags, category) => {
  expect(productCategoryOf(tags)).toBe(category);
});

test.each([
  [['palo_alto', 'water'], 'water'],
  [['fast_food', 'prepared_meals'], 'fast_food'],
  [['prepared_meals', 'groceries', 'microwaved', 'organic'], 'prepared_meals'],
  [['baby_food', 'baby', 'food', 'glass', 'organic'], 'baby_food'],
])('%j: else the first wide one', (tags, category) => {
  expect(productCategoryOf(tags)).toBe(category);
});

test.each([[[]], [['organic']], [['palo_alto']]])('%j: none', (tags) => {
  expect(productCategoryOf(tags)).toBeNull();
});

test('of the published products all but two have one, and none is a place or a decade', () => {
  const parsed = parseSamplesFile(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
  if (!parsed.ok) throw new Error('unreadable');
  const products = productsOf(parsed.samples);
  const without = products.filter(({ tags }) => productCategoryOf(tags) === null);
  expect(without.map(({ originalId }) => originalId).sort((a, b) => a - b)).toEqual([239, 316]);
  const categories = new Set(products.map(({ tags }) => productCategoryOf(tags)));
  expect(
    [...categories].filter((category) => /^sf_|_sec$|\d{2}s$|car$/.test(category ?? '')),
  ).toEqual([]);
  expect(categories.size).toBeGreaterThan(40);
});

test('what is decades old is known by its tag', () => {
  expect(isVintage(['vintage', '1920s', 'cocoa', 'groceries'])).toBe(true);
  expect(isVintage(['chocolate', 'cocoa', 'modern'])).toBe(false);
});

test('a category reads without its underscore', () => {
  expect(categoryText('tap_water')).toBe('tap water');
});

test('receipts and what is for washing are not food', () => {
  expect(isNotFood(['receipts', 'water'])).toBe(true);
  expect(isNotFood(['personal_care', 'soap'])).toBe(true);
  expect(isNotFood(['pet_food'])).toBe(true);
  expect(isNotFood(['water', 'tap_water'])).toBe(false);
  expect(isNotFood([])).toBe(false);
});
