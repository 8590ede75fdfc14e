import { z } from '@hono/zod-openapi';

/** Who is signed in, as calls answer it. */
export const signedInBody = z.object({
  user: z.object({ id: z.uuid(), email: z.string() }),
  session: z.object({ id: z.uuid(), expires_at: z.iso.datetime() }),
});

/** Where somebody is signed in. */
export const sessionView = z.object({
  id: z.uuid(),
  /** What the browser calls itself. */
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isThisOne: z.boolean(),
});

export type SessionView = z.infer<typeof sessionView>;
