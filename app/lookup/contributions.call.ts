import { z } from '@hono/zod-openapi';
import { contributionSchema } from './contribution-schema.ts';
import { listContributions } from './list-contributions.server.ts';
import { NOT_SIGNED_IN } from './messages.ts';
import { sessionOf } from './session.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { db } from '#app/platform/database/db.server.ts';
import { mailboxOf, preferencesUrl } from '#app/platform/mail/mailbox.server.ts';

export default defineCall({
  summary: 'What was given under the address whose code this browser entered',
  access: 'anyone',
  answers: {
    200: z.object({
      email: z.string(),
      expires_at: z.string(),
      contributions: z.array(contributionSchema),
      preferences_url: z.string(),
    }),
  },
  async handle({ raw }) {
    const session = await sessionOf(raw);
    if (!session) return refuse(401, NOT_SIGNED_IN);
    return answer(200, {
      email: session.emailNormalised,
      expires_at: session.expiresAt.toISOString(),
      contributions: await listContributions(session.emailNormalised),
      preferences_url: preferencesUrl(await mailboxOf(db(), session.emailNormalised)),
    });
  },
});
