import { useEffect, useRef, useState } from 'react';
import { imageSource } from '#app/catalogue/image-source.ts';
import type { Product } from '#app/catalogue/product.ts';
import { tileShape } from '#app/catalogue/tile-shape.ts';
import { DrawnTile } from '#app/ui/drawn-tile.tsx';

/**
 * A product's photo, square; a drawing with `missingText` where there is none or it does not load.
 * `sizes` and `widthPx` say how wide it is shown. The name stands beside it, so it is decorative.
 */
export function ProductImage({
  product,
  missingText,
  widthPx,
  sizes,
  eager = false,
}: {
  product: Pick<Product, 'image_url' | 'category'>;
  missingText: string;
  widthPx: number;
  sizes: string;
  eager?: boolean;
}) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const url = product.image_url;

  useEffect(() => {
    // It may have failed before this page listened.
    const { complete, naturalWidth } = image.current ?? {};
    if (url && complete && naturalWidth === 0) setFailedUrl(url);
  }, [url]);

  if (!url || url === failedUrl) {
    return <DrawnTile shape={tileShape(product.category)} label={missingText} />;
  }
  return (
    <img
      ref={image}
      {...imageSource(url, widthPx)}
      sizes={sizes}
      width={widthPx}
      height={widthPx}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailedUrl(url)}
      className="aspect-square w-full rounded-md border border-line bg-paper-raised object-cover"
    />
  );
}
