import { z } from '@hono/zod-openapi';
import { beginSecondFactor } from './second-factor.server.ts';
import { present } from '#app/kit/assert.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Make a key for an authenticator app, and recovery codes',
  access: 'admin',
  answers: {
    200: z.object({ totp_uri: z.string(), recovery_codes: z.array(z.string()) }),
  },
  handle: ({ raw, administrator }) =>
    beginSecondFactor(raw, present(administrator, 'the administrator')),
});
