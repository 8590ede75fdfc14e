import { bigint, integer, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, moment } from './columns.ts';

/**
 * The leaves of the log: what was sealed, in order, each in the transaction of what it tells of. Rows are
 * added and never changed. Another tree begins only where the log had to begin anew.
 */
export const logLeaves = pgTable(
  'log_leaves',
  {
    tree: smallint('tree').notNull(),
    /** From 0, without gaps. */
    index: bigint('index', { mode: 'number' }).notNull(),
    /** One of `app/log/forms.ts`. */
    form: text('form').notNull(),
    /** Canonical JSON: what is hashed, letter by letter. */
    leaf: text('leaf').notNull(),
    /** Of the leaf, as RFC 6962 has it. */
    hash: bytes('hash').notNull(),
    /** The product that the leaf names, if any. */
    productId: integer('product_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tree, t.index] }),
    index('log_leaves_by_product').on(t.productId, t.tree, t.index),
  ],
);

/** Hashes of whole tiles, 256 of the level below each: they follow from the leaves, and spare reading those. */
export const logNodes = pgTable(
  'log_nodes',
  {
    tree: smallint('tree').notNull(),
    /** From 1: 256 leaves, 65,536 leaves. */
    level: smallint('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tree, t.level, t.index] })],
);

/** Every checkpoint that was signed: how large the tree was, and its root. */
export const logCheckpoints = pgTable(
  'log_checkpoints',
  {
    tree: smallint('tree').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** The signed note, letter by letter. */
    note: text('note').notNull(),
    /** What witnesses signed of it, a line each. */
    cosignatures: text('cosignatures').notNull().default(''),
    /** When it was last signed. */
    signedAt: moment('signed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tree, t.size] })],
);

/** What a salted hash in a leaf was made with: without its row, nobody can tell what the hash is of. */
export const logSalts = pgTable('log_salts', {
  hash: text('hash').primaryKey(),
  salt: bytes('salt').notNull(),
});
