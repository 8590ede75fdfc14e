import { z } from '@hono/zod-openapi';

/** What may become of a contribution; amounts in dollars, moments in ISO 8601. */
export const moveOfferSchema = z.object({
  id: z.string(),
  amount: z.number(),
  /** Where it stands. */
  product: z.object({ id: z.number(), name: z.string() }),
  /** When it goes back by itself unless the goal is reached; a move keeps the date. */
  refund_due_at: z.string(),
  /** The goal of where it stands is reached. */
  is_funded: z.boolean(),
  /** Until when another product has time for its goal, with a new date; null where that was accepted before. */
  renewed_until: z.string().nullable(),
  /** What the payment provider kept of it and keeps when it is refunded; null where that is not known. */
  fee: z.number().nullable(),
  /** It can be had back at once, without a decision. */
  may_go_back: z.boolean(),
  products: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      brand: z.string().nullable().openapi({ description: 'null where it is not known' }),
      /** What it lacks to its goal, and what of the contribution it can take. */
      needed: z.number(),
      takes: z.number(),
    }),
  ),
  /** Why the product that was asked for is not among them. */
  refusal: z.string().nullable(),
  /** Of a search: those of `products` that it found, and how many there are. */
  found: z.object({ ids: z.array(z.number()), total: z.number() }).nullable(),
});

export type ShownOffer = z.infer<typeof moveOfferSchema>;
