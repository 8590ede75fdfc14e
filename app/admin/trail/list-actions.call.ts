import { z } from '@hono/zod-openapi';
import { listActions } from './trail.server.ts';
import { answer, defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'What administrators did, the newest first',
  access: 'admin',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    before: z.coerce.number().int().min(1).optional(),
  }),
  answers: {
    200: z.object({
      actions: z.array(
        z.object({
          id: z.int(),
          at: z.iso.datetime(),
          actor: z.string(),
          action: z.string(),
          subject: z.string(),
          before: z.unknown(),
          after: z.unknown(),
        }),
      ),
    }),
  },
  async handle({ query: { limit, before } }) {
    const older = before ? { beforeId: before } : {};
    const actions = await listActions({ limit, ...older });
    return answer(200, {
      actions: actions.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    });
  },
});
