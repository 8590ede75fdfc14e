import { z } from '@hono/zod-openapi';
import { answer, defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'The process is alive',
  access: 'anyone',
  answers: { 200: z.object({ status: z.literal('ok') }) },
  async handle() {
    return answer(200, { status: 'ok' });
  },
});
