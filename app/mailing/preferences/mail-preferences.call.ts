import { z } from '@hono/zod-openapi';
import { mailboxOfToken } from '#app/platform/mail/mailbox.server.ts';
import { LINK_UNKNOWN } from './preferences-messages.ts';
import { preferencesSchema, token } from './preferences-schema.ts';
import { preferencesOf } from './preferences.server.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { MAIL_PREFERENCES } from '#app/platform/limits/limits.ts';
import { noteProven } from '#app/platform/limits/own-browsers.server.ts';

export default defineCall({
  summary: 'What the owner of an address is sent, by the token of a mailed link',
  access: 'anyone',
  body: z.object({ token }),
  answers: { 200: preferencesSchema },
  async handle({ body, visitor }) {
    const refused = await admit(MAIL_PREFERENCES, visitor);
    if (refused) return refused;
    const mailbox = await mailboxOfToken(body.token);
    const preferences = mailbox && (await preferencesOf(mailbox));
    if (!preferences) return refuse(403, LINK_UNKNOWN);
    await noteProven(mailbox.emailNormalised, visitor.browserHash);
    return answer(200, preferences);
  },
});
