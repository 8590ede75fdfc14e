import { z } from '@hono/zod-openapi';
import { askForSignInLink } from './send-link.server.ts';
import { defineCall } from '#app/platform/http/call.ts';
import { emailInput } from '#app/platform/http/email-input.ts';

export default defineCall({
  summary: 'Email a link that signs an administrator in; the answer is the same for every address',
  access: 'anyone',
  isForOwnPages: true,
  body: z.object({ email: emailInput }),
  answers: { 200: z.object({ message: z.string() }) },
  handle: ({ body, visitor }) => askForSignInLink(body.email, visitor),
});
