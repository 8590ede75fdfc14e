/** The share image in CSS pixels; its ratio says how many pixels each becomes. */
export const SHARE_WIDTH_PX = 800;
export const SHARE_HEIGHT_PX = 450;
