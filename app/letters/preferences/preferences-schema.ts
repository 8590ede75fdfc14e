import { z } from '@hono/zod-openapi';

const named = z.array(z.object({ product_id: z.number(), name: z.string() }));

/** What the owner of an address gets, as the preference page shows it. */
export const preferencesSchema = z.object({
  /** Masked: a mail may have been passed on. */
  email: z.string(),
  /** One list, from whichever form. */
  newsletter: z.enum(['none', 'unconfirmed', 'on']),
  /** Products they hear of, because they follow them or gave to them. */
  follows: named,
  /** Kinds of products that they follow. */
  kinds: z.array(z.object({ key: z.string(), name: z.string() })),
  /** Products that they want to hear no more of. */
  stopped: named,
  /** False: nothing is sent but what they ask or pay for. */
  everything: z.boolean(),
  /** A mail server said that there is no such mailbox. */
  bounced: z.boolean(),
});

export type Preferences = z.infer<typeof preferencesSchema>;
export type NamedCode = Preferences['follows'][number];

export const token = z.string().max(200);

export const changeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('unfollow'),
    product_id: z.number().int().positive().max(2_147_483_647),
  }),
  z.object({ kind: z.literal('unfollow-kind'), key: z.string().max(30) }),
  // The other two names are those of the two lists that there were: pages that are open still say them.
  z.object({ kind: z.enum(['digest', 'newsletter', 'updates']), on: z.boolean() }),
  z.object({ kind: z.literal('everything'), on: z.boolean() }),
]);

export type PreferenceChange = z.infer<typeof changeSchema>;
