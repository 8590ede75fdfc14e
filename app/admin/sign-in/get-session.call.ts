import { signedInBody } from './session-schema.ts';
import { sessionsOf } from './sessions.server.ts';
import { present } from '#app/kit/assert.ts';
import { answer, defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Who is signed in, and until when',
  access: 'admin',
  answers: { 200: signedInBody },
  async handle({ administrator }) {
    const { id, email, sessionId } = present(administrator, 'the administrator');
    const own = (await sessionsOf({ id, email, sessionId })).find(({ isThisOne }) => isThisOne);
    const { expiresAt } = present(own, 'the session that is signed in');
    return answer(200, { user: { id, email }, session: { id: sessionId, expires_at: expiresAt } });
  },
});
