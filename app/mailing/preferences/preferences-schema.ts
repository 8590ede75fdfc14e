import { z } from '@hono/zod-openapi';

const named = z.array(z.object({ product_id: z.number(), name: z.string() }));

const listState = z.enum(['none', 'unconfirmed', 'on']);

/** `Preferences`, as the calls answer them. */
export const preferencesSchema = z.object({
  email: z.string(),
  newsletter: listState,
  updates: listState,
  follows: named,
  stopped: named,
  everything: z.boolean(),
  bounced: z.boolean(),
});

export const token = z.string().max(200);

export const changeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('unfollow'),
    product_id: z.number().int().positive().max(2_147_483_647),
  }),
  z.object({ kind: z.literal('newsletter'), on: z.boolean() }),
  z.object({ kind: z.literal('updates'), on: z.boolean() }),
  z.object({ kind: z.literal('digest'), on: z.literal(false) }),
  z.object({ kind: z.literal('everything'), on: z.boolean() }),
]);
