import { z } from '@hono/zod-openapi';
import { FUNDING_LIST_MAX_ITEMS } from './list-messages.ts';
import * as messages from './messages.ts';
import { FULL_FUNDING_DOLLARS } from '#app/kit/money.ts';

/** One item as a browser sends it; what else it carries (names, totals) is looked up, not believed. */
const itemSchema = z.object({
  productId: z
    .int(messages.PRODUCT_ID_INVALID)
    .positive(messages.PRODUCT_ID_INVALID)
    .max(2_147_483_647, messages.PRODUCT_ID_INVALID),
  /** Whole dollars, at least 1, or all that the product needs, to the cent. */
  amount: z
    .number(messages.AMOUNT_NOT_WHOLE)
    .positive(messages.AMOUNT_NOT_WHOLE)
    .max(FULL_FUNDING_DOLLARS, messages.AMOUNT_NOT_WHOLE)
    .refine((dollars) => Math.round(dollars * 100) / 100 === dollars, messages.AMOUNT_NOT_WHOLE),
  name: z.string().max(500).optional(),
});

export type AskedItem = z.infer<typeof itemSchema>;

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

/** A funding list item; it lives in the browser's local storage. */
const itemOfList = z.object({
  id: z.int(),
  productId: z.int(),
  name: z.string(),
  /** Whole dollars, at least 1, or all that the product needs, to the cent. */
  amount: z.number(),
  /** Dollars. */
  target_amount: z.number(),
  /** Dollars raised when the item was last seen. */
  current_amount: z.number(),
});

export type FundingListItem = z.infer<typeof itemOfList>;

/** What validate-cart answers. */
export const cartValidation = z.object({
  /** Items with `amount` capped to what is neither raised nor reserved by others. */
  validItems: z.array(itemOfList),
  removedItems: z.array(
    z.object({
      productId: z.int(),
      name: z.string(),
      amount: z.number(),
      /** `next_payment`: it can be paid for, but not in one payment with the others. */
      reason: z.enum(['fully_funded', 'being_paid_for', 'not_available', 'next_payment']),
      /** A sentence for the visitor. */
      message: z.string(),
    }),
  ),
});

export type CartValidation = z.infer<typeof cartValidation>;
export type RemovedItem = CartValidation['removedItems'][number];
