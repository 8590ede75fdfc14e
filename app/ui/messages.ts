/** On the browser's console; nothing is said on the page. */
export const WIDGETS_NOT_FOUND = 'Twitter widgets not found';
