import { doublePrecision, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { orders } from '#db/schema/funding/checkout.ts';
import { createdAt } from './columns.ts';

/** What a visitor wrote on /add-product; becomes a product when its order is paid. */
export const productSubmissions = pgTable('product_submissions', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  name: text('name').notNull(),
  brand: text('brand').notNull(),
  category: text('category').notNull(),
  upc: text('upc').notNull(),
  productUrl: text('product_url').notNull(),
  comments: text('comments').notNull(),
  /** As its submitter read it off the package; null where they did not say. */
  servingSizeG: doublePrecision('serving_size_g'),
  /** What it is to be tested for: key of `app/toxicology/panels`. */
  panel: text('panel').notNull().default('plastics'),
  /** Number of the item that it is a further test of (`products.item_of`); null: of none that was known. */
  itemOf: integer('item_of'),
  /** The product it became, or the one that was there already. */
  productId: integer('product_id').references(() => products.id),
  createdAt: createdAt(),
});
