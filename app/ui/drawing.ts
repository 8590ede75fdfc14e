/** What a product comes in, as it is drawn where its photo is missing. */
export type TileShape =
  | 'jar'
  | 'bottle'
  | 'box'
  | 'pouch'
  | 'can'
  | 'cup'
  | 'tube'
  | 'tray'
  | 'carton'
  | 'produce'
  | 'takeout';

/** The sheet with all drawings, which browsers fetch once; each is found by the name of its shape. */
export const DRAWINGS_PATH = '/drawings.svg';
