/** What the window is told once scripts have taken the page over. */
export const TAKEN_OVER = 'taken-over';
