import { z } from '@hono/zod-openapi';
import { NONE_FOUND } from './messages.ts';
import { present } from '#app/kit/assert.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import type { moveOffer } from '#app/funding/moving/move-offer.server.ts';

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

/** An offer as a call answers it. */
export function shownOffer(
  offer: Extract<Awaited<ReturnType<typeof moveOffer>>, { ok: true }>,
  found: { ids: number[]; total: number } | null,
): ShownOffer {
  const { share, product, isFunded, renewedUntil, feeCents, mayGoBack, places } = offer;
  const ids = found?.ids.filter((id) => places.some((place) => place.id === id)) ?? [];
  return {
    id: share.id,
    amount: dollarsFromCents(share.amountCents),
    product,
    refund_due_at: present(offer.dueAt, 'the day of a paid contribution').toISOString(),
    is_funded: isFunded,
    renewed_until: renewedUntil?.toISOString() ?? null,
    fee: feeCents === null ? null : dollarsFromCents(feeCents),
    may_go_back: mayGoBack,
    products: places.map(({ id, name, brand, needCents, takenCents }) => ({
      id,
      name,
      brand,
      needed: dollarsFromCents(needCents),
      takes: dollarsFromCents(takenCents),
    })),
    refusal: found && ids.length === 0 ? NONE_FOUND : (offer.refusal ?? null),
    found: found && ids.length > 0 ? { ids, total: Math.max(found.total, ids.length) } : null,
  };
}
