import { z } from '@hono/zod-openapi';
import { unfollow } from './follow-product.server.ts';
import { NOT_FOLLOWED } from '#app/mailing/messages.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';

export default defineCall({
  summary: "End one of this browser's own follows",
  access: 'anyone',
  params: z.object({ id: z.uuid(NOT_FOLLOWED) }),
  answers: { 200: z.object({}) },
  async handle({ params, visitor }) {
    const isEnded = await unfollow(params.id.toLowerCase(), visitor.browserHash);
    return isEnded ? answer(200, {}) : refuse(404, NOT_FOLLOWED);
  },
});
