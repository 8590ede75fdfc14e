/**
 * The first tests for metals, at $0 until somebody funds one: their numbers, and whose further test each
 * is. Six are of the starter catalogue; six are of products that PlasticList tested for plastic
 * chemicals, as its rows name them, with their serving in grams.
 */
export const metalsTests: readonly (readonly [
  code: number,
  itemOf: number,
  tested?: TestedItem,
])[] = [
  [1101, 1017],
  [1102, 1022],
  [1103, 1043],
  [1104, 1045],
  [1105, 1048],
  [1106, 1060],
  [1107, 1, ['Enfamil Neuro Pro 587g Infant Formula (Tub)', 'Enfamil', 'Baby Food', 22]],
  [
    1108,
    13,
    ['Ghirardelli Intense Dark 72% Cacao Dark Chocolate in Paper', 'Ghirardelli', 'Snacks', 32],
  ],
  [1109, 52, ['Gerber Baby Food Organic Carrot in Glass', 'Gerber', 'Baby Food', 113]],
  [1110, 68, ['Whole Foods Organic Long Grain White Rice', 'Whole Foods', 'Pasta & Grains', 45]],
  [1111, 138, ['Wild Planet Albacore Wild Tuna', 'Wild Planet', 'Meat & Fish', 142]],
  [1112, 186, ['Ghirardelli Sweet Ground Powder Chocolate & Cocoa', 'Ghirardelli', 'Pantry', 5]],
];

type TestedItem = readonly [name: string, brand: string, category: string, servingSizeG: number];
