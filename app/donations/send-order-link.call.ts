import { z } from '@hono/zod-openapi';
import { askForOrderLink } from './send-manage-link.server.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Email a link to manage a monthly donation to the address that began it',
  access: 'anyone',
  body: z.object({ sessionId: z.string().max(255) }),
  answers: { 200: z.object({ message: z.string() }) },
  async handle({ body, visitor }) {
    return askForOrderLink(body.sessionId, visitor);
  },
});
