import { z } from '@hono/zod-openapi';
import { normaliseEmail } from '#app/kit/text.ts';
import { endLookupSession, sessionOf } from '#app/contributions/session.server.ts';
import { erasePerson, everythingUnder } from './personal-data.ts';
import { answer, attachment, defineCall, refuse } from '#app/http/call.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { ERASURES, MY_DATA } from '#app/http/limits/limits.ts';
import { site } from '#app/site.ts';
import * as messages from '#app/contributions/messages.ts';

export default {
  myData: defineCall({
    summary: 'Download everything stored under the address whose code this browser entered',
    access: 'anyone',
    answers: { 200: z.looseObject({ email: z.string() }) },
    async handle({ raw, visitor }) {
      const session = await sessionOf(raw);
      if (!session) return refuse(401, messages.NOT_SIGNED_IN);
      const refused = await admit(MY_DATA, visitor, { email: session.emailNormalised });
      if (refused) return refused;
      const data = await everythingUnder(session.emailNormalised);
      return attachment(data, `${site.slug}-my-data.json`);
    },
  }),
  eraseMyData: defineCall({
    summary: 'Erase everything stored under the address whose code this browser entered',
    access: 'anyone',
    body: z.object({ email: z.string().max(254) }),
    answers: { 200: z.object({ message: z.string() }) },
    async handle({ body, raw, visitor }) {
      const session = await sessionOf(raw);
      if (!session) return refuse(401, messages.NOT_SIGNED_IN);
      if (normaliseEmail(body.email) !== session.emailNormalised) {
        return refuse(400, messages.OTHER_EMAIL);
      }
      const refused = await admit(ERASURES, visitor, { email: session.emailNormalised });
      if (refused) return refused;
      const erasure = await erasePerson(session.emailNormalised, visitor.browserHash);
      if (erasure === 'under_way') return refuse(409, messages.MONEY_UNDER_WAY);
      if (erasure === 'not_asked') return refuse(502, messages.PROVIDER_NOT_ASKED);
      return answer(
        200,
        { message: messages.ERASED },
        { 'Set-Cookie': await endLookupSession(raw) },
      );
    },
  }),
};
