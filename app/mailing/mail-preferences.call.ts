import { z } from '@hono/zod-openapi';
import { mailboxOfToken } from '#app/platform/mailbox.server.ts';
import { LINK_UNKNOWN } from '#app/mailing/messages.ts';
import { PER_ADDRESS, preferencesSchema, token } from '#app/mailing/preferences-schema.ts';
import { preferencesOf } from '#app/mailing/preferences.server.ts';
import { answer, defineCall, refuse } from '#app/platform/call.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { withinLimit } from '#app/platform/rate-limit.server.ts';

export default defineCall({
  summary: 'What the owner of an address is sent, by the token of a mailed link',
  access: 'anyone',
  body: z.object({ token }),
  answers: { 200: preferencesSchema },
  async handle({ body, visitor }) {
    if (!(await withinLimit(PER_ADDRESS, visitor.addressHash))) {
      return refuse(429, TOO_MANY_REQUESTS);
    }
    const mailbox = await mailboxOfToken(body.token);
    const preferences = mailbox && (await preferencesOf(mailbox));
    return preferences ? answer(200, preferences) : refuse(403, LINK_UNKNOWN);
  },
});
