import { z } from '@hono/zod-openapi';
import { FUNDING_LIST_MAX_ITEMS } from '#app/funding/list/funding-list.ts';
import * as messages from '#app/funding/messages.ts';
import { FULL_FUNDING_DOLLARS } from '#app/kit/money.ts';

/** One item as a browser sends it; what else it carries (names, totals) is looked up, not believed. */
const itemSchema = z.object({
  productId: z
    .int(messages.PRODUCT_ID_INVALID)
    .positive(messages.PRODUCT_ID_INVALID)
    .max(2_147_483_647, messages.PRODUCT_ID_INVALID),
  amount: z
    .number(messages.AMOUNT_NOT_WHOLE)
    .positive(messages.AMOUNT_NOT_WHOLE)
    .max(FULL_FUNDING_DOLLARS, messages.AMOUNT_NOT_WHOLE)
    .refine((dollars) => Math.round(dollars * 100) / 100 === dollars, messages.AMOUNT_NOT_WHOLE),
  name: z.string().max(500).optional(),
});

/** `{ cart }` of validate-cart and create-checkout: 1 to 100 different products. */
export const cartBody = z.object({
  cart: z
    .array(itemSchema, messages.CART_EMPTY)
    .min(1, messages.CART_EMPTY)
    .max(FUNDING_LIST_MAX_ITEMS, messages.CART_TOO_LONG)
    .refine(
      (cart) => new Set(cart.map((item) => item.productId)).size === cart.length,
      messages.PRODUCT_REPEATED,
    ),
});

const validItem = z.object({
  id: z.int(),
  productId: z.int(),
  name: z.string(),
  amount: z.number(),
  target_amount: z.number(),
  current_amount: z.number(),
});

export const cartValidation = z.object({
  validItems: z.array(validItem),
  removedItems: z.array(
    z.object({
      productId: z.int(),
      name: z.string(),
      amount: z.number(),
      reason: z.enum(['fully_funded', 'being_paid_for', 'not_available', 'next_payment']),
      message: z.string(),
    }),
  ),
});
