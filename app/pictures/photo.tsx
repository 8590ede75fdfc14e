import { useEffect, useRef, useState } from 'react';
import { imageSource } from './image-source.ts';
import type { TileShape } from '#app/ui/container-drawings.ts';
import { DrawnTile } from '#app/ui/drawn-tile.tsx';

export interface PhotoProps {
  /** Its address, to which a size is added; null where there is no photo. */
  url: string | null;
  /** What is drawn in its place. */
  shape: TileShape;
  /** What stands below the drawing. */
  missingText: string;
  /** How wide it is shown, in pixels, and the same as `sizes` has it. */
  widthPx: number;
  sizes: string;
  /** Whether it is among the first things to be seen. */
  eager?: boolean;
}

/**
 * A photo, square, in the width and format that the browser chooses; a drawing with `missingText`
 * where there is none or it does not load. The name stands beside it, so it is decorative.
 */
export function Photo({ url, shape, missingText, widthPx, sizes, eager = false }: PhotoProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const image = useRef<HTMLImageElement>(null);

  useEffect(() => {
    // It may have failed before this page listened.
    const { complete, naturalWidth } = image.current ?? {};
    if (url && complete && naturalWidth === 0) setFailedUrl(url);
  }, [url]);

  if (!url || url === failedUrl) return <DrawnTile shape={shape} label={missingText} />;
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

/** The same beside a name in a row, at 32 px; without a photo the drawing alone. */
export function SmallPhoto({ url, shape }: Pick<PhotoProps, 'url' | 'shape'>) {
  return (
    <div className="w-8 shrink-0">
      <Photo url={url} shape={shape} missingText="" widthPx={32} sizes="32px" />
    </div>
  );
}
