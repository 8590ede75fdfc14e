import { z } from '@hono/zod-openapi';
import { cancelCheckout } from './cancel-checkout.server.ts';
import { CANCEL_NOT_VISITED } from '#app/funding/messages.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';

export default defineCall({
  summary: "Where the hosted page's way back leads: ends the checkout of this browser's own order",
  access: 'anyone',
  query: z.object({ order: z.string().max(100).default('') }),
  answers: { 303: z.object({}) },
  async handle({ query, visitor, raw }) {
    if (!isVisit(raw)) return refuse(403, CANCEL_NOT_VISITED);
    return answer(303, {}, { Location: await cancelCheckout(query.order, visitor) });
  },
});

/**
 * Whether somebody goes there: what a browser fetches ahead, or for another page, ends nothing.
 * A link on another site ends nothing either, since nobody but the payer knows the order's id.
 */
function isVisit({ method, headers }: Request): boolean {
  const target = headers.get('sec-fetch-dest') ?? 'document';
  const purpose = `${headers.get('sec-purpose')} ${headers.get('purpose')} ${headers.get('x-moz')}`;
  return method === 'GET' && target === 'document' && !/prefetch|prerender|preview/i.test(purpose);
}
