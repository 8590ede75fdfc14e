/** A code as it is mailed: 36 to the power of 6 are 2,176,782,336 of them. */
export const CODE_CHARACTERS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Draws a code; `draw` gives a whole number below its argument, each as likely as any other. */
export function makeCode(draw: (below: number) => number): string {
  return Array.from({ length: CODE_CHARACTERS }, () => ALPHABET[draw(ALPHABET.length)]).join('');
}

/** What a person typed, as it compares: upper case, without the blanks and dashes of a paste. */
export function cleanCode(typed: string): string {
  return typed.replaceAll(/[\s\-–—]/g, '').toUpperCase();
}

export function isCode(text: string): boolean {
  return /^[A-Z0-9]{6}$/.test(text);
}
