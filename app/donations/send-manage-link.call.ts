import { z } from '@hono/zod-openapi';
import * as messages from '#app/donations/messages.ts';
import { askForManageLink } from '#app/donations/send-manage-link.server.ts';
import { defineCall } from '#app/platform/call.ts';

export default defineCall({
  summary: 'Mail a link to manage monthly donations; the answer is the same for every address',
  access: 'anyone',
  body: z.object({
    email: z
      .string(messages.EMAIL_INVALID)
      .trim()
      .max(254, messages.EMAIL_INVALID)
      .pipe(z.email(messages.EMAIL_INVALID)),
  }),
  answers: { 200: z.object({ message: z.string() }) },
  async handle({ body, visitor }) {
    return askForManageLink(body.email, visitor);
  },
});
