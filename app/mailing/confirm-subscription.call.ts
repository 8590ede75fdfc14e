import { z } from '@hono/zod-openapi';
import { mailboxOfToken } from '#app/platform/mailbox.server.ts';
import * as messages from '#app/mailing/messages.ts';
import { confirmSubscription } from '#app/mailing/subscribe.server.ts';
import { answer, defineCall, refuse } from '#app/platform/call.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { withinLimit } from '#app/platform/rate-limit.server.ts';

const PER_ADDRESS = { name: 'confirm-subscription', hits: 60, windowSeconds: 600 };

export default defineCall({
  summary: 'Confirm a subscription, by the token of the mailed link',
  access: 'anyone',
  body: z.object({ token: z.string().max(200) }),
  answers: { 200: z.object({ message: z.string() }) },
  async handle({ body, visitor }) {
    if (!(await withinLimit(PER_ADDRESS, visitor.addressHash))) {
      return refuse(429, TOO_MANY_REQUESTS);
    }
    const mailbox = await mailboxOfToken(body.token);
    if (!mailbox) return refuse(403, messages.LINK_UNKNOWN);
    const isConfirmed = await confirmSubscription(mailbox.emailNormalised);
    return isConfirmed
      ? answer(200, { message: messages.CONFIRMED })
      : refuse(403, messages.NOTHING_TO_CONFIRM);
  },
});
