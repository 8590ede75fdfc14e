import { z } from '@hono/zod-openapi';
import { mailboxOfToken } from '#app/platform/mail/mailbox.server.ts';
import { LINK_UNKNOWN } from './preferences-messages.ts';
import { changeSchema, preferencesSchema, token } from './preferences-schema.ts';
import { changePreferences, preferencesOf } from './preferences.server.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { MAIL_PREFERENCES } from '#app/platform/limits/limits.ts';
import { noteProven } from '#app/platform/limits/own-browsers.server.ts';

export default defineCall({
  summary: 'Change what the owner of an address is sent, by the token of a mailed link',
  access: 'anyone',
  body: z.object({ token, change: changeSchema }),
  answers: { 200: preferencesSchema },
  async handle({ body, visitor }) {
    const refused = await admit(MAIL_PREFERENCES, visitor);
    if (refused) return refused;
    const mailbox = await mailboxOfToken(body.token);
    if (!mailbox) return refuse(403, LINK_UNKNOWN);
    await noteProven(mailbox.emailNormalised, visitor.browserHash);
    await changePreferences(mailbox, body.change);
    const preferences = await preferencesOf(mailbox);
    return preferences ? answer(200, preferences) : refuse(403, LINK_UNKNOWN);
  },
});
