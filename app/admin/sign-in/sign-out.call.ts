import { z } from '@hono/zod-openapi';
import { signOut } from './sessions.server.ts';
import { present } from '#app/kit/assert.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Sign out here, everywhere else, or everywhere',
  access: 'admin',
  body: z.object({ scope: z.enum(['local', 'others', 'global']).default('local') }),
  answers: { 200: z.object({ status: z.boolean() }) },
  handle: ({ body, raw, administrator }) =>
    signOut(raw, present(administrator, 'the administrator'), body.scope),
});
