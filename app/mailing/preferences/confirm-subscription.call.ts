import { z } from '@hono/zod-openapi';
import { mailboxOfToken } from '#app/platform/mail/mailbox.server.ts';
import * as said from './preferences-messages.ts';
import { confirmSubscription } from '#app/mailing/newsletter/subscribe.server.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { CONFIRMATIONS } from '#app/platform/limits/limits.ts';
import { noteProven } from '#app/platform/limits/own-browsers.server.ts';

export default defineCall({
  summary: 'Confirm a subscription, by the token of the mailed link',
  access: 'anyone',
  body: z.object({ token: z.string().max(200) }),
  answers: { 200: z.object({ message: z.string() }) },
  async handle({ body, visitor }) {
    const refused = await admit(CONFIRMATIONS, visitor);
    if (refused) return refused;
    const mailbox = await mailboxOfToken(body.token);
    if (!mailbox) return refuse(403, said.LINK_UNKNOWN);
    await noteProven(mailbox.emailNormalised, visitor.browserHash);
    const isConfirmed = await confirmSubscription(mailbox.emailNormalised);
    return isConfirmed
      ? answer(200, { message: said.CONFIRMED })
      : refuse(403, said.NOTHING_TO_CONFIRM);
  },
});
