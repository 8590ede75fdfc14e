import { z } from '@hono/zod-openapi';
import { summariseEvents } from '#app/platform/analytics/analytics-store.server.ts';
import { answer, defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'How often each analytics event came, by day, newest first',
  access: 'admin',
  query: z.object({ days: z.coerce.number().int().min(1).max(400).default(14) }),
  answers: {
    200: z.object({
      days: z.array(z.object({ day: z.string(), name: z.string(), count: z.int() })),
    }),
  },
  async handle({ query }) {
    return answer(200, { days: await summariseEvents(query.days) });
  },
});
