import { z } from '@hono/zod-openapi';
import { endSession } from './session.server.ts';
import { answer, defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Close the list of contributions on this browser',
  access: 'anyone',
  body: z.object({}),
  answers: { 200: z.object({}) },
  async handle({ raw }) {
    return answer(200, {}, { 'Set-Cookie': await endSession(raw) });
  },
});
