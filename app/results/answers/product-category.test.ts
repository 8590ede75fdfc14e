import { describe, expect, test } from 'vitest';
import { tileShape } from '#app/pictures/tile-shape.ts';
import { reportShape } from './report-shape.ts';
import { containerDrawings } from '#app/ui/container-drawings.ts';
import { categoryText, isNotFood, isVintage, productCategoryOf } from './product-category.ts';
import { plasticListProducts } from '#test/support/samples-file.ts';

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
  const products = plasticListProducts();
  const without = products.filter(({ tags }) => productCategoryOf(tags) === null);
  expect(without.map(({ originalId }) => originalId).sort((a, b) => a - b)).toEqual([239, 316]);
  const categories = new Set(products.map(({ tags }) => productCategoryOf(tags)));
  expect(
    [...categories].filter((category) => /^sf_|_sec$|\d{2}s$|car$/.test(category ?? '')),
  ).toEqual([]);
  expect(categories.size).toBeGreaterThan(40);
});

describe('where there is no photo, what is drawn is what a product comes in', () => {
  const all = plasticListProducts();
  const shapeOf = (name: string) =>
    reportShape({
      name,
      category: productCategoryOf(all.find((product) => product.name === name)?.tags ?? []),
    });

  test.each([
    ['Spam Canned Meat', 'can'],
    ['Enfamil Neuro Pro 587g Infant Formula (Can)', 'can'],
    ['Celsius Sparkling Orange', 'can'],
    ['Fairlife Core Power 26g Protein Shake Vanilla', 'bottle'],
    ['Clover Organic Whole Milk in Whole Gallon Jug', 'bottle'],
    ['Clover Organic Whole Milk in Half Gallon Carton', 'carton'],
    ['Oatly Oatmilk Full Fat Chilled in Carton', 'carton'],
    ['Gerber Natural for Baby Wonderfoods Banana Blueberry Pouch', 'pouch'],
    ['Gerber Baby Food Banana in Glass', 'jar'],
    ['Kelloggs Froot Loops', 'box'],
    ['Dominos Pacific Veggie Pizza', 'box'],
    ['Whole Foods Wild Caught Salmon', 'tray'],
    ['Starbucks Spinach Feta Wrap Warmed', 'tray'],
    ['Blue Bottle Medium Roast Black Coffee from Palo Alto', 'cup'],
    ['Brita Filtered Tap Water - Solo Cup (after 1hr)', 'cup'],
    ['Whole Foods Organic Creamy Peanut Butter Unsweetened Unsalted', 'jar'],
    ['Colgate Cavity Protection Fluoride Toothpaste Regular Flavor', 'tube'],
    ['Whole Foods Bananas', 'produce'],
    ['In-n-Out Cheeseburger Animal Style', 'takeout'],
    ['Butter Chicken - SF Indian Restaurant - Takeout Container (45min)', 'takeout'],
  ] as const)('%s: %s', (name, shape) => {
    expect(all.map((product) => product.name)).toContain(name);
    expect(shapeOf(name)).toBe(shape);
  });

  test('of the 236, every kind of container is one’s, and no kind is half of them', () => {
    const shapes = all.map(({ name }) => shapeOf(name));
    expect(shapes).toHaveLength(236);
    expect(new Set(shapes)).toEqual(new Set(Object.keys(containerDrawings)));
    for (const shape of new Set(shapes)) {
      expect(shapes.filter((one) => one === shape).length, shape).toBeLessThan(118);
    }
  });

  test('a plain box, where neither name nor tags say', () => {
    expect(reportShape({ name: 'Something new', category: null })).toBe('box');
    expect(reportShape({ name: 'Something new', category: 'a_tag_of_tomorrow' })).toBe('box');
    expect(tileShape({ name: 'Something new', category: 'Unknown' })).toBe('box');
    expect(tileShape({ name: 'Oat Drink in a Carton', category: 'Unknown' })).toBe('carton');
  });
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
