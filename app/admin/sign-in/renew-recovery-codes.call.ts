import { z } from '@hono/zod-openapi';
import { renewRecoveryCodes } from './second-factor.server.ts';
import { present } from '#app/kit/assert.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Make new recovery codes in place of the old ones, with a code',
  access: 'admin',
  body: z.object({ code: z.string().max(20) }),
  answers: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  handle: ({ body, raw, administrator }) =>
    renewRecoveryCodes(raw, present(administrator, 'the administrator'), body.code),
});
