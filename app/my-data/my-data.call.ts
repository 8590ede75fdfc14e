import { z } from '@hono/zod-openapi';
import { NOT_SIGNED_IN } from '#app/lookup/messages.ts';
import { sessionOf } from '#app/lookup/session.server.ts';
import { everythingUnder } from './personal-data.ts';
import { admit } from '#app/platform/limits/admit.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { MY_DATA } from '#app/platform/limits/limits.ts';
import { site } from '#app/site.ts';

export default defineCall({
  summary: 'Download everything stored under the address whose code this browser entered',
  access: 'anyone',
  answers: { 200: z.looseObject({ email: z.string() }) },
  async handle({ raw, visitor }) {
    const session = await sessionOf(raw);
    if (!session) return refuse(401, NOT_SIGNED_IN);
    const refused = await admit(MY_DATA, visitor, { email: session.emailNormalised });
    if (refused) return refused;
    return answer(200, await everythingUnder(session.emailNormalised), {
      'Content-Disposition': `attachment; filename="${site.slug}-my-data.json"`,
    });
  },
});
