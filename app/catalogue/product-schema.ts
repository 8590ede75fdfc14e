import { z } from '@hono/zod-openapi';
import { PANEL_KEYS } from '#app/toxicology/panels/panels.ts';

/** A product as the API states it: amounts in dollars, names as in the spec. */
export const productSchema = z
  .object({
    /** Product code, at least four digits. */
    id: z.int(),
    name: z.string(),
    brand: z.string().nullable().openapi({ description: 'null where it is not known' }),
    category: z.string().nullable(),
    image_url: z.string().nullable(),
    product_url: z.string().nullable(),
    /** Grams per serving; null where unknown. */
    serving_size_g: z.number().nullable(),
    serving_size_unit: z.string().nullable(),
    /** Untested, Testing in Progress, Tested; others render with a default colour. */
    testing_status: z.string(),
    /** The day on which its test was ended without results, as `2026-11-21`; null where it was not. */
    test_ended_on: z.iso.date().nullable(),
    /** Dollars raised. */
    current_amount: z.number(),
    /** Dollars of unfinished checkouts: "being paid for", not available to others. */
    reserved_amount: z.number(),
    /** Dollars of full funding. */
    target_amount: z.number(),
    /** Test levels, a sample each, that the full funding pays for. */
    levels: z.int().min(1),
    /** Of these, how many are reached. */
    level: z.int().min(0),
    contributor_count: z.int(),
    /** `removed`, `untestable` or `hidden` while it is off the list: it cannot be funded. */
    removed_reason: z.string().nullable(),
    /** A visitor added it, and no administrator has looked at it yet; it can be funded meanwhile. */
    awaits_review: z.boolean(),
    /** What its test looks for; left out of plastics. */
    panel: z.enum(PANEL_KEYS).optional(),
    /** Of the tests of one item for one panel; left out of the first. */
    round: z.int().min(2).optional(),
    /** The first product that is the same item, where this is a further test of it. */
    item: z.int().optional(),
  })
  .openapi('Product');

export type Product = z.infer<typeof productSchema>;

/** One page of a list, as every list call answers. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    /** How many match in all. */
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  });
}

export type Page<T> = z.infer<ReturnType<typeof pageSchema<z.ZodType<T>>>>;
