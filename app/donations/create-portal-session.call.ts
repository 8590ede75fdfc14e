import { z } from '@hono/zod-openapi';
import { createPortalSession } from '#app/donations/create-portal-session.server.ts';
import { defineCall, refuse } from '#app/platform/call.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { withinLimit } from '#app/platform/rate-limit.server.ts';

const PER_ADDRESS = { name: 'create-portal-session', hits: 30, windowSeconds: 600 };
const id = z.string().max(255).optional();

export default defineCall({
  summary: "Open the portal of a customer, by the customer's own checkout session or a mailed link",
  access: 'anyone',
  body: z.object({ customerId: id, sessionId: id, token: id }),
  answers: { 200: z.object({ url: z.string() }) },
  async handle({ body, visitor, origin }) {
    if (!(await withinLimit(PER_ADDRESS, visitor.addressHash))) {
      return refuse(429, TOO_MANY_REQUESTS);
    }
    return createPortalSession(body, origin);
  },
});
