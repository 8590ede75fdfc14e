/** The share image in CSS pixels; its ratio says how many pixels each becomes. */
export const SHARE_WIDTH_PX = 800;
export const SHARE_HEIGHT_PX = 450;
/** The square one, whose letters are large enough to be read at 300 pixels. */
export const SQUARE_PX = 540;
