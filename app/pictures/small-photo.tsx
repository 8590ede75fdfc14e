import { DRAWINGS_PATH, type TileShape } from '#app/ui/drawing.ts';
import { imageSource } from './image-source.ts';

/** In pixels, each way. */
const SIZE = 32;

/** A product's photo beside its name in a row; without one, the bare drawing of what it comes in. */
export function SmallPhoto({ url, shape }: { url: string | null; shape: TileShape }) {
  const square = {
    width: SIZE,
    height: SIZE,
    className: 'size-8 shrink-0 rounded-sm object-cover',
  };
  return url ? (
    <img {...imageSource(url, SIZE)} sizes={`${SIZE}px`} alt="" loading="lazy" {...square} />
  ) : (
    <svg viewBox="0 0 96 96" aria-hidden="true" {...square}>
      <use href={`${DRAWINGS_PATH}#${shape}`} />
    </svg>
  );
}
