/** One line: what a stranger typed can't begin another header, and long names are cut. */
export function oneLine(text: string, characters = 80): string {
  const plain = [...text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()];
  return plain.length > characters ? `${plain.slice(0, characters - 1).join('')}…` : plain.join('');
}
