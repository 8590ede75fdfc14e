import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { bytes, moment } from './columns.ts';

/**
 * Photos that administrators have uploaded, one a product, as they were taken in: upright, without
 * the camera's notes. Every process reaches them here.
 */
export const productPhotos = pgTable('product_photos', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id),
  bytes: bytes('bytes').notNull(),
  /** Follows from the bytes. */
  version: text('version').notNull(),
  widthPx: integer('width_px').notNull(),
  heightPx: integer('height_px').notNull(),
  uploadedAt: moment('uploaded_at').notNull(),
});
