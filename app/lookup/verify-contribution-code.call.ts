import { z } from '@hono/zod-openapi';
import { verifyCode } from './verify-code.server.ts';
import { defineCall } from '#app/platform/http/call.ts';
import { emailInput } from '#app/platform/http/email-input.ts';

export default defineCall({
  summary: 'Check a mailed code; a right one gives this browser a cookie for half an hour',
  access: 'anyone',
  body: z.object({ check_email: emailInput, check_code: z.string().max(64) }),
  answers: { 200: z.object({ valid: z.boolean() }) },
  async handle({ body, visitor }) {
    return verifyCode(body.check_email, body.check_code, visitor);
  },
});
