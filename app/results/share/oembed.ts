import { z } from '@hono/zod-openapi';
import { errorBody } from '#app/platform/http/call.ts';
import {
  EMBED_SIZES,
  embedCode,
  embedPath,
  type EmbedKind,
  type EmbedLook,
} from './embed-address.ts';
import { OEMBED_SIZE_WRONG, OEMBED_URL_MISSING } from '#app/results/messages.ts';

const pixels = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, OEMBED_SIZE_WRONG)
  .transform(Number)
  .optional();

/** As consumers ask (oembed.com, 2.2). */
export const oembedQuery = z.object({
  url: z.url(OEMBED_URL_MISSING).max(2_000, OEMBED_URL_MISSING),
  maxwidth: pixels,
  maxheight: pixels,
  /** Any but json is answered with 501. */
  format: z.string().max(20).optional(),
});

/** What they are answered (oembed.com, 2.3): a frame, in code. */
export const oembedAnswers = {
  200: z.object({
    type: z.literal('rich'),
    version: z.literal('1.0'),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    cache_age: z.int(),
    html: z.string(),
    width: z.int(),
    height: z.int(),
  }),
  501: errorBody,
};

/** What an address of this site leads to; undefined where it is another site's, or no such page. */
export function embeddedPage(url: string, siteUrl: string) {
  const { host, pathname } = new URL(url);
  if (host !== new URL(siteUrl).host) return undefined;
  const [, kind, number] = /^\/(product|plasticlist)\/(\d{1,10})\/?$/.exec(pathname) ?? [];
  return kind && number ? { kind, number } : undefined;
}

/** The frame of a page: a badge where a card has no room, and never larger than was asked for. */
export function frameOf(
  { kind, id, name }: { kind: EmbedKind; id: number; name: string },
  { maxwidth = Infinity, maxheight = Infinity }: { maxwidth?: number; maxheight?: number },
  siteUrl: string,
) {
  const { minWidthPx, heightPx } = EMBED_SIZES.card;
  const look: EmbedLook = maxwidth < minWidthPx || maxheight < heightPx ? 'badge' : 'card';
  const size = EMBED_SIZES[look];
  const width = Math.min(size.widthPx, maxwidth);
  const height = Math.min(size.heightPx, maxheight);
  const address = siteUrl + embedPath(kind, id, look);
  return {
    width,
    height,
    html: embedCode({ address, title: name, widthPx: width, heightPx: height }),
  };
}
