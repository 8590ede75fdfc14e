import { z } from '@hono/zod-openapi';

/** Who is signed in, as calls answer it. */
export const signedInBody = z.object({
  user: z.object({ id: z.uuid(), email: z.string() }),
  session: z.object({ id: z.uuid(), expires_at: z.iso.datetime() }),
});
