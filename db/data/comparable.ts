/**
 * In what state a product was tested: `as_sold`, and made into what is eaten only later; `as_prepared`
 * from something sold; `ready`, as it is sold and eaten. Only the same is compared: a spoon of powder
 * and a cup that somebody brewed are not two of a kind, whatever a serving of each holds.
 */
type Basis = 'as_sold' | 'as_prepared' | 'ready';

type BasisRow = readonly [
  basis: Basis,
  /** How it was tested, after “tested”; with PlasticList's names, notes, and packings as evidence. */
  how: string,
  /** PlasticList's numbers. */
  products: readonly number[],
];

/** Every tested product of a kind that is eaten or drunk; one that is missing is compared with nothing. */
export const basisRows: readonly BasisRow[] = [
  [
    'as_sold',
    'as a powder, before it is mixed',
    [1, 227, 37, 121, 87, 122, 186, 38, 194, 990, 48, 84, 243, 85, 128, 86, 193],
  ],
  ['as_sold', 'raw', [11, 12, 64, 65, 67, 135, 335, 336, 56, 316]],
  ['as_sold', 'dry, before it is cooked', [144, 46, 68]],
  ['as_sold', 'frozen, before it is heated', [140, 400]],
  ['as_sold', 'fresh, as it is sold', [8, 136, 209, 214, 81, 82, 83, 208, 226, 206, 207]],
  ['as_prepared', 'heated in its package', [141, 143, 401]],
  ['as_prepared', 'brewed', [15, 16, 17, 18, 19, 20, 21, 129, 176, 930, 931]],
  ['as_prepared', 'mixed into tap water', [196, 237]],
  ['as_prepared', 'cooked, without the tea', [93]],
  [
    'ready',
    'as it is drunk',
    [
      411, 412, 420, 421, 422, 423, 950, 951, 26, 27, 28, 29, 100, 134, 57, 58, 175, 79, 92, 94,
      173, 174, 80, 70, 71, 72, 204, 73, 74, 69, 75, 76, 77, 78, 991, 59, 60, 61, 62, 63, 231, 325,
      98, 99, 101, 115, 329, 330, 103, 104, 105, 106, 238, 262, 321, 402, 403, 405, 107, 108, 109,
      110, 111, 112, 113, 261, 326, 460, 461, 151, 156, 160, 163, 167, 185,
    ],
  ],
  ['ready', 'as it was drawn', [125, 126]],
  [
    'ready',
    'as it is eaten',
    [
      51, 52, 53, 54, 187, 116, 117, 118, 119, 133, 145, 24, 25, 300, 9, 152, 162, 166, 184, 147,
      155, 161, 165, 183, 153, 170, 171, 178, 179, 32, 180, 181, 182, 157, 158, 159, 31, 154, 33,
      34, 241, 242, 35, 239, 172, 10, 225, 245, 334, 138, 13, 14, 43, 224, 228, 312, 30, 142, 149,
      236, 40, 124, 177, 168, 169, 2, 3, 4, 222, 223, 39, 123, 44, 47,
    ],
  ],
  ['ready', 'as it is swallowed', [89, 258, 259, 260, 88, 90, 198, 201]],
];

type VariantRow = readonly [
  variant: number,
  /** What it is a variant of. */
  item: number,
  /** What was done to it, after the item’s name. */
  how: string,
];

/** The same item under other conditions: never an alternative, and not compared with itself. */
export const variantRows: readonly VariantRow[] = [
  [412, 411, 'after a feeding pump'],
  [421, 420, 'in a bottle sanitized otherwise'],
  [422, 420, 'in a plastic bottle'],
  [423, 420, 'in a plastic bottle sanitized otherwise'],
  [115, 101, 'after an hour in a car in the sun'],
  [402, 103, 'at once, not after 30 seconds'],
  [403, 104, 'at once, not after 30 seconds'],
  [405, 105, 'at once, not after 30 seconds'],
  [108, 107, 'after an hour in the pitcher'],
  [109, 107, 'after an hour in a children’s cup'],
  [112, 107, 'after an hour in a steel bottle'],
  [110, 113, 'after an hour in a plastic cup'],
  [111, 113, 'after an hour in a plastic bottle'],
  [460, 326, 'after a feeding pump'],
  [461, 326, 'after a feeding pump, in a second run'],
  [34, 33, 'after 45 minutes in a takeout container'],
  [241, 242, 'after 45 minutes in a takeout container'],
  [401, 400, 'after the microwave'],
  [141, 140, 'after the microwave'],
  [143, 144, 'after the microwave'],
];

/** Kinds of what people have rather than choose: another town's water, another mother's milk. */
export const notChosenKinds: readonly string[] = [
  'tap-water',
  'sea-water',
  'distilled-water',
  'breast-milk',
];

/** Kinds that tap water may be had in place of. */
export const tapWaterKinds: readonly string[] = [
  'bottled-water',
  'sparkling-water',
  'filtered-water',
  'purified-water',
];

/** Kinds that people heat at home, or keep warm, in what may be plastic. */
export const heatedKinds: readonly string[] = [
  'infant-formula',
  'breast-milk',
  'baby-food',
  'baby-cereal',
  'meat-substitutes',
  'chicken-nuggets',
  'burritos-tacos',
  'pizza',
  'chicken-curry',
  'dining-hall-meals',
  'mac-and-cheese',
  'lasagna',
  'instant-noodles',
  'soup',
  'egg-bites',
  'chicken-breast',
  'roast-chicken',
  'beef',
  'sausages',
  'salmon',
  'vegetables',
  'oats',
  'pasta',
  'rice',
];
