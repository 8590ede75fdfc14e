import { Photo, type PhotoProps } from './photo.tsx';
import { tileShape } from './tile-shape.ts';

/** A product's photo; a drawing of its container where there is none. */
export function ProductImage({
  product,
  ...shown
}: Omit<PhotoProps, 'url' | 'shape'> & {
  product: { name: string; image_url: string | null; category: string | null };
}) {
  return <Photo url={product.image_url} shape={tileShape(product)} {...shown} />;
}
