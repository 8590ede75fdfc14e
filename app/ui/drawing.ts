/** What a product comes in, as it is drawn where its photo is missing. */
export const TILE_SHAPES = [
  'jar',
  'bottle',
  'box',
  'pouch',
  'can',
  'cup',
  'tube',
  'tray',
  'carton',
  'produce',
  'takeout',
] as const;

export type TileShape = (typeof TILE_SHAPES)[number];

/** The sheet with all drawings, which browsers fetch once; each is found by the name of its shape. */
export const DRAWINGS_PATH = '/drawings.svg';
