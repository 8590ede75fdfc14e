import { Photo, type PhotoProps } from './photo.tsx';
import type { Product } from '#app/catalogue/product-schema.ts';
import { tileShape } from './tile-shape.ts';

/** A product's photo; a drawing of its container where there is none. */
export function ProductImage({
  product,
  ...shown
}: Omit<PhotoProps, 'url' | 'shape'> & {
  product: Pick<Product, 'name' | 'image_url' | 'category'>;
}) {
  return <Photo url={product.image_url} shape={tileShape(product)} {...shown} />;
}
