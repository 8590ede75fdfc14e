import { z } from '@hono/zod-openapi';
import { answerByAuth } from './ask-auth.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { SOMETHING_BROKE } from '#app/platform/messages.ts';

/** Made anew, and asked for anew, after so long. */
const KEPT_SECONDS = 300;

export default defineCall({
  summary: 'The public keys of what /api/auth/token signs',
  access: 'anyone',
  sharedSeconds: KEPT_SECONDS,
  answers: { 200: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }) },
  handle: () =>
    // Nobody's cookies: the answer is everybody's.
    answerByAuth(new Request('http://nobody.invalid'), async (ask) => {
      const { status, body } = await ask('/.well-known/jwks.json');
      if (status !== 200) return refuse(502, SOMETHING_BROKE);
      return {
        ...answer(200, body),
        headers: { 'Cache-Control': `public, max-age=${KEPT_SECONDS}` },
      };
    }),
});
