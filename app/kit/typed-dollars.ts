/** What a text field may hold for a whole number of dollars from 1 on, as the `pattern` of an input. */
export const WHOLE_DOLLARS_PATTERN = String.raw`\s*\$?\s*0*[1-9](\d*|\d{0,2}(,\d{3})+)(\.0+)?\s*`;

/**
 * The dollars that a text says: `25`, `$1,275`, or `12.5`; NaN for anything else. A comma parts
 * thousands alone: `25,50`, as some write $25.50, is nobody's $2,550.
 */
export function typedDollars(text: string): number {
  const isMoney = /^\s*\$?\s*(\d+|\d{1,3}(,\d{3})+)(\.\d+)?\s*$/.test(text);
  return isMoney ? Number(text.replaceAll(/[$,\s]/g, '')) : Number.NaN;
}
