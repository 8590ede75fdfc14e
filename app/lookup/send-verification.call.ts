import { z } from '@hono/zod-openapi';
import { sendVerification } from './send-verification.server.ts';
import { defineCall } from '#app/platform/http/call.ts';
import { emailInput } from '#app/platform/http/email-input.ts';

export default defineCall({
  summary: 'Email a code that opens past contributions; the answer is the same for every address',
  access: 'anyone',
  body: z.object({ email: emailInput }),
  answers: { 200: z.object({ message: z.string() }) },
  async handle({ body, visitor }) {
    return sendVerification(body.email, visitor);
  },
});
