import { z } from '@hono/zod-openapi';
import { UNKNOWN_PRODUCT } from './messages.ts';
import { EVERYTHING, NEWS, topicOfCode } from './topics.ts';

const named = z.array(z.object({ product_id: z.number(), name: z.string() }));

/** A topic in a body or a query. */
export const topicName = z
  .string()
  .regex(/^[a-z]+(:[\da-z-]{1,40})?$/, UNKNOWN_PRODUCT)
  .openapi({
    description: 'Such as news, product:1012, report:93, kind:yogurt',
    example: 'product:1012',
  });

/** A line of the list of what a mailbox is told of. */
const topicLine = z.object({
  topic: topicName,
  name: z.string(),
  /** As it stands in a sentence: `emails about Oat milk`. */
  about: z.string().openapi({ example: 'emails about Oat milk' }),
  /** The page about it. */
  path: z.string().nullable(),
  /** What is emailed. */
  sentence: z.string(),
  state: z.enum(['on', 'off', 'unconfirmed']),
});

/** What the owner of an address gets, as the preference page shows it. */
export const preferencesSchema = z.object({
  /** Masked: a mail may have been passed on. */
  email: z.string(),
  /** All there is to choose: first what a link is about, everything last. */
  topics: z.array(topicLine),
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
export type TopicLine = z.infer<typeof topicLine>;

export const token = z.string().max(200);
const isOn = z.boolean();

/** What to turn on or off; with a `kind`, as it was said before there were topics. */
export const changeSchema = z.union([
  z
    .object({
      kind: z.literal('unfollow'),
      product_id: z.number().int().positive().max(2_147_483_647),
    })
    .transform(({ product_id }) => ({ topic: topicOfCode(product_id), on: false })),
  z
    .object({ kind: z.literal('unfollow-kind'), key: z.string().max(30) })
    .transform(({ key }) => ({ topic: `kind:${key}`, on: false })),
  z
    .object({ kind: z.enum(['digest', 'newsletter', 'updates']), on: isOn })
    .transform(({ on }) => ({ topic: NEWS, on })),
  z
    .object({ kind: z.literal('everything'), on: isOn })
    .transform(({ on }) => ({ topic: EVERYTHING, on })),
  z.object({ topic: topicName, on: isOn }),
]);
