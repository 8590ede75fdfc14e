import type { containerDrawings } from './container-drawings.ts';

/** What a product comes in, as it is drawn where its photo is missing. */
export type TileShape = keyof typeof containerDrawings;

/** The sheet with all drawings, which browsers fetch once; each is found by the name of its shape. */
export const DRAWINGS_PATH = '/drawings.svg';
