import { z } from '@hono/zod-openapi';
import { NOT_SIGNED_IN } from '#app/lookup/messages.ts';
import { sessionOf } from '#app/lookup/session.server.ts';
import { everythingUnder } from '#app/personal-data.ts';
import { answer, defineCall, refuse } from '#app/platform/call.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { emailKey, withinLimit } from '#app/platform/rate-limit.server.ts';
import { site } from '#app/site.ts';

const PER_EMAIL = { name: 'my-data', hits: 20, windowSeconds: 3600 };

export default defineCall({
  summary: 'Download everything stored under the address whose code this browser entered',
  access: 'anyone',
  answers: { 200: z.looseObject({ email: z.string() }) },
  async handle({ raw }) {
    const session = await sessionOf(raw);
    if (!session) return refuse(401, NOT_SIGNED_IN);
    if (!(await withinLimit(PER_EMAIL, emailKey(session.emailNormalised)))) {
      return refuse(429, TOO_MANY_REQUESTS);
    }
    return answer(200, await everythingUnder(session.emailNormalised), {
      'Content-Disposition': `attachment; filename="${site.slug}-my-data.json"`,
    });
  },
});
