import { z } from '@hono/zod-openapi';

/** The shape of a product answer, for the API's documentation; `Product` is its type. */
export const productSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    brand: z.string().nullable(),
    category: z.string().nullable(),
    image_url: z.string().nullable(),
    product_url: z.string().nullable(),
    serving_size_g: z.number().nullable(),
    serving_size_unit: z.string().nullable(),
    testing_status: z.string(),
    test_ended_on: z.iso.date().nullable(),
    current_amount: z.number(),
    reserved_amount: z.number(),
    target_amount: z.number(),
    levels: z.int().min(1),
    level: z.int().min(0),
    contributor_count: z.int(),
    removed_reason: z.string().nullable(),
    awaits_review: z.boolean(),
  })
  .openapi('Product');

export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  });
}
