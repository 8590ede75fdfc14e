import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns.ts';

/**
 * Photos that administrators have uploaded or accepted, one a product, as they were taken in: upright,
 * without the camera's notes. Every process reaches them here.
 */
export const productPhotos = pgTable('product_photos', {
  /** The number of the product, to fund or tested. */
  productId: integer('product_id').primaryKey(),
  bytes: bytes('bytes').notNull(),
  /** Follows from the bytes. */
  version: text('version').notNull(),
  widthPx: integer('width_px').notNull(),
  heightPx: integer('height_px').notNull(),
  uploadedAt: moment('uploaded_at').notNull(),
});

/** Photos that visitors have sent and nobody has decided on: seen by administrators alone. */
export const sentPhotos = pgTable(
  'sent_photos',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The number of the product, to fund or tested. */
    productId: integer('product_id').notNull(),
    /** A browser has one waiting at most. */
    browserHash: text('browser_hash').notNull().unique('sent_photos_one_of_a_browser'),
    /** The network that it came from, hashed; null of what was sent before this was stored. */
    networkHash: text('network_hash'),
    bytes: bytes('bytes').notNull(),
    version: text('version').notNull(),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (t) => [index('sent_photos_by_time').on(t.sentAt)],
);
