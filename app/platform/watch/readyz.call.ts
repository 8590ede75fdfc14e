import { z } from '@hono/zod-openapi';
import { answer, defineCall } from '#app/platform/http/call.ts';
import { knownClockTrouble } from '#app/platform/stripe/clocks.server.ts';
import { log } from '#app/platform/log.server.ts';
import { isDraining } from './draining.server.ts';
import { webhookHeartbeat } from '#app/platform/stripe/webhook-heartbeat.server.ts';

export default defineCall({
  summary: 'The process can serve: its database answers and it is not stopping',
  access: 'anyone',
  answers: {
    200: z.object({
      status: z.literal('ready'),
      webhooks: z.object({
        lastReceivedAt: z.string().nullable(),
        warning: z.string().nullable(),
      }),
      clocks: z.object({ warning: z.string().nullable() }),
    }),
  },
  async handle() {
    if (isDraining()) return answer(503, { error: 'Stopping.' });
    try {
      const clocks = { warning: await knownClockTrouble() };
      return answer(200, { status: 'ready', webhooks: await webhookHeartbeat(), clocks });
    } catch (error) {
      log.error({ err: error }, 'the database does not answer');
      return answer(503, { error: 'The database does not answer.' });
    }
  },
});
