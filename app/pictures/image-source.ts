/** Widths an image is requested in, in pixels, and its quality. */
export const IMAGE_WIDTHS = [128, 256, 384, 512] as const;
const WIDEST = Math.max(...IMAGE_WIDTHS);
export const IMAGE_QUALITY = 70;

/**
 * The addresses of a square product image: the smallest width at least `widthPx` as `src`, and all
 * widths as `srcSet`. Each carries width, height, quality, fit and format; parameters
 * the address already has are kept. `auto` is what the browser likes best.
 */
export function imageSource(imageUrl: string, widthPx: number, format: 'auto' | 'jpeg' = 'auto') {
  const width = IMAGE_WIDTHS.find((known) => known >= widthPx) ?? WIDEST;
  return {
    src: sized(imageUrl, width, format),
    srcSet: IMAGE_WIDTHS.map((known) => `${sized(imageUrl, known, format)} ${known}w`).join(', '),
  };
}

function sized(imageUrl: string, width: number, format: string): string {
  const [address = '', fragment] = imageUrl.split('#', 2);
  const [path = '', query] = address.split('?', 2);
  const params = new URLSearchParams(query);
  params.set('width', String(width));
  params.set('height', String(width));
  params.set('quality', String(IMAGE_QUALITY));
  params.set('fit', 'cover');
  params.set('format', format);
  return `${path}?${params}${fragment ? `#${fragment}` : ''}`;
}
