import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns.ts';

/** Releases of the open data; rows are added and never changed. */
export const releases = pgTable('releases', {
  /** The day on which it was made (UTC); `-2` behind it where it is the second one of a day. */
  name: text('name').primaryKey(),
  /** What it holds is as of then. */
  madeAt: moment('made_at').notNull(),
  /** As `app/data/releases/store.server.ts` has it. */
  contents: jsonb('contents').notNull(),
  /** Of its file SHA256SUMS: what its leaf of the log states. */
  sha256: text('sha256').notNull(),
  tree: smallint('tree').notNull(),
  leafIndex: bigint('leaf_index', { mode: 'number' }).notNull(),
});

/** Their files' bytes by parts, so that any process serves them; checkpoint and proof come later. */
export const releaseParts = pgTable(
  'release_parts',
  {
    release: text('release').notNull(),
    file: text('file').notNull(),
    part: integer('part').notNull(),
    content: bytes('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.release, t.file, t.part] })],
);

/** Releases that would have had fewer rows than the one before, and were not made. */
export const heldReleases = pgTable('held_releases', {
  heldAt: moment('held_at').primaryKey(),
  /** The names of the tables. */
  fewer: jsonb('fewer').notNull(),
});
