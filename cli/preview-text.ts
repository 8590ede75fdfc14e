import { counted } from '#app/kit/text.ts';
import { previewLines } from '#app/publishing/preview-lines.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';

/** More than this and the reader is better off looking at the site. */
const PRODUCTS_SHOWN = 20;

/** What publishing a file would change, for a person to read; ends in a newline. */
export function previewText(changes: readonly ProductChange[]): string {
  const changed = changes.filter((change) => change.revision !== null);
  const same = changes.length - changed.length;
  const lines = changed.slice(0, PRODUCTS_SHOWN).flatMap((change) => {
    const [heading, ...rest] = previewLines(change);
    return [heading, ...rest.map((line) => `  ${line}`)];
  });
  const more = changed.length - PRODUCTS_SHOWN;
  if (more > 0) lines.push(`and ${counted(more, 'more product')}`);
  if (same > 0) lines.push(`${counted(same, 'product')}: nothing new`);
  lines.push('Nothing was written.');
  return lines.map((line) => `${line}\n`).join('');
}
