import { escaped } from '#app/kit/escaped.ts';

/** What can stand on other sites: where a product's funding stands, or what a report says. */
export type EmbedKind = 'product' | 'plasticlist';
export type EmbedLook = 'card' | 'badge';

/** In CSS pixels: the widest that is of use, and how high it has to be for its words. */
export const EMBED_SIZES = {
  card: { widthPx: 480, heightPx: 208, minWidthPx: 280 },
  badge: { widthPx: 320, heightPx: 92, minWidthPx: 0 },
};

/** Where the page for a frame is, from `/`. */
export function embedPath(kind: EmbedKind, id: number, look: EmbedLook): string {
  return `/embed/${kind}/${id}${look === 'badge' ? '/badge' : ''}`;
}

interface Frame {
  /** Absolute. */
  address: string;
  /** What is in the frame, for who does not see it. */
  title: string;
  widthPx: number;
  heightPx: number;
}

/** The code that shows a page on another site; it needs no script there. */
export function embedCode({ address, title, widthPx, heightPx }: Frame): string {
  return `<iframe src="${address}" title="${escaped(title)}" width="${widthPx}" height="${heightPx}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
}
