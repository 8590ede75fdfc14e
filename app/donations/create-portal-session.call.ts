import { z } from '@hono/zod-openapi';
import { createPortalSession } from './create-portal-session.server.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { defineCall } from '#app/platform/http/call.ts';
import { PORTAL_SESSIONS } from '#app/platform/limits/limits.ts';

const id = z.string().max(255).optional();

export default defineCall({
  summary:
    'Open the portal of a customer, by their own checkout session in the browser that paid, or a mailed link',
  access: 'anyone',
  body: z.object({ customerId: id, sessionId: id, token: id }),
  answers: { 200: z.object({ url: z.string() }) },
  async handle({ body, visitor, origin }) {
    const refused = await admit(PORTAL_SESSIONS, visitor);
    if (refused) return refused;
    return createPortalSession(body, visitor, origin);
  },
});
