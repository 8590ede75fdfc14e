import type { Context } from 'hono';
import { siteUrl } from '#app/config.ts';
import { answer } from '#app/platform/http/call.ts';
import { shared } from '#app/platform/http/shared-answers.server.ts';
import { EMBED_NOTHING } from '#app/results/messages.ts';
import { drawEmbed, drawNothing, EMBED_HEADERS } from './draw-embed.server.ts';
import { findEmbeddable } from './find-embed.server.ts';

/** Where they are mounted: apart from all pages, because these alone may be framed. */
export const EMBED_PATHS = ['/embed/:kind/:id', '/embed/:kind/:id/badge'];

const SHARED_SECONDS = 1;
/** Other sites show it to many: today's state may be a minute old. */
const headers = { ...EMBED_HEADERS, 'Cache-Control': 'public, max-age=60' };

/**
 * Answers with a page for a frame on another site. It sets nothing in a browser and asks for nothing
 * further, so nobody has to be asked for consent (decision 0093).
 */
export async function answerEmbed(c: Context): Promise<Response> {
  const { kind = '', id = '' } = c.req.param();
  const look = c.req.path.endsWith('/badge') ? 'badge' : 'card';
  return shared(c, `embed:${kind}:${id}:${look}`, SHARED_SECONDS, async () => {
    const found = await findEmbeddable(kind, id);
    if (!found) return answer(404, drawNothing(EMBED_NOTHING, siteUrl()), headers);
    return answer(200, drawEmbed(found.card, look, siteUrl()), headers);
  });
}
