import { z } from '@hono/zod-openapi';
import { mailboxOfToken, ONE_CLICK_DAYS } from '#app/platform/mail/mailbox.server.ts';
import * as said from './preferences-messages.ts';
import { token } from './preferences-schema.ts';
import { changeFor } from './preferences.ts';
import { changePreferences } from './preferences.server.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { MAIL_PREFERENCES } from '#app/platform/limits/limits.ts';

/**
 * One click of a mail program (RFC 8058), and the preference page's form where there is no
 * JavaScript. The body is a form and mail providers call from anywhere, so it is taken raw: what
 * gives the right is the token. A GET of the same address is the page, and changes nothing.
 */
export default defineCall({
  summary: 'End one kind of email by one click (RFC 8058)',
  access: 'anyone',
  rawBodyBytes: 4_096,
  query: z.object({ token, from: z.string().max(40).optional() }),
  answers: { 200: z.object({ message: z.string() }), 303: z.object({}) },
  async handle({ query, raw, visitor }) {
    const body = await raw.text();
    const change = changeFor(query.from);
    if (!change || !body.includes('List-Unsubscribe') || !body.includes('One-Click')) {
      return refuse(400, said.NOT_ONE_CLICK);
    }
    const mailbox = await mailboxOfToken(query.token, ONE_CLICK_DAYS);
    if (!mailbox) {
      // Only these count: a mail provider's clicks come from few addresses, each with its token.
      return (await admit(MAIL_PREFERENCES, visitor)) ?? refuse(403, said.LINK_UNKNOWN);
    }
    await changePreferences(mailbox, change);
    if (!raw.headers.get('accept')?.includes('text/html')) {
      return answer(200, { message: said.STOPPED });
    }
    const back = new URLSearchParams({
      token: query.token,
      ...(query.from ? { from: query.from } : {}),
      done: '1',
    });
    return answer(303, {}, { Location: `/email/preferences?${back}` });
  },
});
