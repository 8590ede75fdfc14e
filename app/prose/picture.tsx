import type { Picture } from './blocks.ts';

/** As wide as there is room for, up to 300 px, 600 px or 42 rem. */
const widths: Record<Picture['width'], string> = {
  small: 'max-w-[300px]',
  medium: 'max-w-[600px]',
  large: 'max-w-2xl',
};

/** A picture between paragraphs, with its caption. */
export function PostPicture({ picture }: { picture: Picture }) {
  const { width, isCentered, caption } = picture;
  return (
    <figure className={`my-2 w-full ${widths[width]} ${isCentered ? 'mx-auto' : ''}`}>
      <PictureImage picture={picture} />
      {caption && (
        <figcaption className="mt-2 font-mono text-xs text-ink-faint">{caption}</figcaption>
      )}
    </figure>
  );
}

/** The picture alone, loaded once it is about to be seen. */
export function PictureImage({ picture }: { picture: Picture }) {
  const { address, alt, width, hasBorder, hasShadow, widthPx, heightPx } = picture;
  return (
    <img
      src={address}
      alt={alt}
      loading="lazy"
      decoding="async"
      width={widthPx ?? undefined}
      height={heightPx ?? undefined}
      className={`h-auto w-full rounded-lg ${widths[width]} ${hasBorder ? 'border border-line-strong' : ''} ${hasShadow ? 'shadow-raised' : ''}`}
    />
  );
}
