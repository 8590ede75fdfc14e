import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/*
 * What decision 0097 asks of migrations, so that a site serves while it is updated and the version
 * before runs beside the new one, and after it.
 */

/** Every released version, the oldest first: its last migration, and a digest of all up to that. */
const released: { version: string; last: string; sha256: string }[] = JSON.parse(
  readFileSync('db/released.json', 'utf8'),
);
const files = readdirSync('db/migrations')
  .filter((name) => name.endsWith('.sql'))
  .toSorted();
const textOf = (file: string) => readFileSync(`db/migrations/${file}`, 'utf8');

/** What grows with visitors, and with tests; any other table is locked for a moment only. */
const LARGE = new Set(
  `products orders order_lines contributions ledger_transactions ledger_entries mails
   webhook_events analytics_events follows subscribers email_subscriptions mailboxes mailbox_tokens mailbox_browsers tokens
   rate_limits shares lab_samples lab_measurements refunds unmatched admin_actions`.split(/\s+/),
);

interface Snapshot {
  tables: Record<string, { columns: Record<string, { notNull?: boolean }> }>;
}

/** What in a migration would stop visitors, or the version before, whose tables `before` has. */
function faultsOf(text: string, before: Snapshot): string[] {
  const plain = text.replaceAll(/--(?!>).*$/gm, '').replaceAll('"', '');
  const statements = plain
    .replaceAll(/\$\$[^]*?\$\$/g, '$$')
    .split(/--> statement-breakpoint|;/)
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
  const isOld = (table: string) => `public.${table}` in before.tables;
  const has = (table: string, column: string) =>
    column in (before.tables[`public.${table}`]?.columns ?? {});
  const mayBeNull = (table: string, column: string) =>
    has(table, column) && !before.tables[`public.${table}`]?.columns[column]?.notNull;
  const faults: string[] = [];
  for (const one of statements) {
    const fault = (why: string) => faults.push(`${one.slice(0, 80)}: ${why}`);
    const index = /^create (?:unique )?index (?!concurrently).* on (?:public\.)?(\w+)/i.exec(one);
    if (index && isOld(index[1]!) && LARGE.has(index[1]!)) {
      fault('an index of a large table is built CONCURRENTLY, in a file of its own');
    }
    if (/^(create|drop|re).*\bconcurrently\b/i.test(one)) {
      if (statements.some((other) => !/\bconcurrently\b/i.test(other))) {
        fault('what runs CONCURRENTLY stands in a file of its own');
      }
    }
    const trigger = /^create trigger \w+ .* on (?:public\.)?(\w+)/i.exec(one);
    if (trigger && isOld(trigger[1]!)) {
      fault(
        'the version before may take several statements: let a constraint trigger look at the commit',
      );
    }
    const dropped = /^drop table (?:if exists )?(?:public\.)?(\w+)/i.exec(one);
    if (dropped && isOld(dropped[1]!)) fault('the version before uses this table');
    const [, table = '', actions = ''] =
      /^alter table (?:only )?(?:public\.)?(\w+) (.*)$/i.exec(one) ?? [];
    if (!isOld(table)) continue;
    for (const action of actions.split(/,(?![^(]*\))/)) {
      if (/\badd (constraint \w+ )?(unique|primary key)\b(?!.*using index)/i.test(action)) {
        fault('build its index CONCURRENTLY, then add it USING INDEX');
      } else if (/\badd (constraint \w+ )?(foreign key|check)\b(?!.*not valid)/i.test(action)) {
        fault('add it NOT VALID, and VALIDATE it in the next file');
      }
      const valid = /\bvalidate constraint (\w+)/i.exec(action)?.[1];
      if (valid && new RegExp(`add constraint ${valid}\\b`, 'i').test(plain)) {
        fault('VALIDATE it in a file of its own: adding it holds a lock to the end of its file');
      }
      const column = /\b(?:drop|rename) (?:column )?(?:if exists )?(\w+)/i.exec(action)?.[1] ?? '';
      if (/\bdrop column\b|\brename\b/i.test(action) && has(table, column)) {
        fault('the version before uses this column');
      }
      if (/\brename to\b/i.test(action)) fault('the version before uses this table');
      if (/\badd column\b.*\bnot null\b/i.test(action) && !/default|generated/i.test(action)) {
        fault('the version before writes no such column: give it a default');
      }
      const altered = /\balter (?:column )?(\w+) /i.exec(action)?.[1] ?? '';
      if (/\bset not null\b/i.test(action) && mayBeNull(table, altered)) {
        fault('the version before may write none: let a later version ask for it');
      }
      if (/\btype\b/i.test(action) && LARGE.has(table)) {
        fault('rewrites a large table: add a column, fill it in parts, and change over');
      }
      if (
        /\badd column\b.*(random\(|clock_timestamp|uuid\(|\bserial\b)/i.test(action) &&
        LARGE.has(table)
      ) {
        fault('rewrites a large table: add the column, then its default, and fill it in parts');
      }
    }
  }
  const locked = statements.flatMap(
    (one) => /^alter table (?:only )?(?:public\.)?(\w+)/i.exec(one)?.[1] ?? [],
  );
  const large = new Set(locked.filter((table) => isOld(table) && LARGE.has(table)));
  if (large.size > 1) {
    faults.push(
      `${[...large].join(' and ')}: one file holds the lock of one large table, not of two that somebody takes the other way round`,
    );
  }
  return faults;
}

function snapshotOf(file: string): Snapshot {
  const number = file.slice(0, 4);
  return JSON.parse(readFileSync(`db/migrations/meta/${number}_snapshot.json`, 'utf8'));
}

describe('migrations after the last released version', () => {
  const last = released.at(-1)!;
  const after = files.filter((file) => file > `${last.last}.sql`);

  it('stop neither visitors nor the version before', () => {
    const before = snapshotOf(last.last);
    const faults = after.flatMap((file) =>
      faultsOf(textOf(file), before).map((fault) => `${file}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('are added to: what was released is not changed', () => {
    for (const { version, last, sha256 } of released) {
      const hash = createHash('sha256');
      for (const file of files) if (file <= `${last}.sql`) hash.update(file).update(textOf(file));
      expect([version, hash.digest('hex')]).toEqual([version, sha256]);
    }
  });
});

describe('the rule for migrations', () => {
  const before: Snapshot = {
    tables: {
      'public.orders': { columns: { note: {}, kind: {} } },
      'public.imports': { columns: { file: {} } },
      'public.products': { columns: {} },
    },
  };

  it.each([
    ['CREATE INDEX "a" ON "orders" USING btree ("note")', 'CONCURRENTLY'],
    ['CREATE INDEX "a" ON "imports" USING btree ("file")', undefined],
    ['CREATE INDEX CONCURRENTLY "a" ON "orders" ("note")', undefined],
    ['CREATE INDEX CONCURRENTLY a ON orders (note);CREATE TABLE b ()', 'a file of its own'],
    ['CREATE TABLE "new" ("id" int);CREATE INDEX "a" ON "new" ("id")', undefined],
    ['ALTER TABLE "new" ADD CONSTRAINT "c" CHECK (id > 0)', undefined],
    ['ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (note in (1, 2))', 'NOT VALID'],
    ['ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (note in (1, 2)) NOT VALID', undefined],
    ['ALTER TABLE "imports" ADD CONSTRAINT "c" FOREIGN KEY ("file") REFERENCES a(b)', 'NOT VALID'],
    [
      'ALTER TABLE orders ADD CONSTRAINT c CHECK (a) NOT VALID;ALTER TABLE orders VALIDATE CONSTRAINT c',
      'a file of its own',
    ],
    ['ALTER TABLE "orders" VALIDATE CONSTRAINT "c"', undefined],
    ['ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE("note")', 'USING INDEX'],
    ['ALTER TABLE "orders" ADD CONSTRAINT "u" UNIQUE USING INDEX "a"', undefined],
    ['ALTER TABLE "orders" ADD COLUMN "more" text', undefined],
    ['ALTER TABLE "orders" ADD COLUMN "more" text DEFAULT \'\' NOT NULL', undefined],
    ['ALTER TABLE "orders" ADD COLUMN "more" text NOT NULL', 'default'],
    ['ALTER TABLE "orders" ADD COLUMN "key" uuid DEFAULT gen_random_uuid()', 'rewrites'],
    ['ALTER TABLE "orders" DROP COLUMN "note"', 'uses this column'],
    ['ALTER TABLE "orders" DROP COLUMN "read_by_nobody_anymore"', undefined],
    ['ALTER TABLE "orders" RENAME COLUMN "note" TO "remark"', 'uses this column'],
    ['ALTER TABLE "orders" RENAME TO "sales"', 'uses this table'],
    ['ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL', 'may write none'],
    ['ALTER TABLE "orders" ALTER COLUMN "note" DROP NOT NULL', undefined],
    ['ALTER TABLE "orders" ALTER COLUMN "note" SET DATA TYPE integer', 'rewrites'],
    [
      'ALTER TABLE orders ADD COLUMN a int;ALTER TABLE products ADD COLUMN a int',
      'one large table',
    ],
    ['DROP TABLE "imports"', 'uses this table'],
    [
      'create trigger a after insert on orders for each statement execute function f()',
      'look at the commit',
    ],
    [
      'create constraint trigger a after insert on orders deferrable initially deferred for each row execute function f()',
      undefined,
    ],
    ['create trigger a before delete on new for each statement execute function f()', undefined],
    ['-- DROP TABLE "imports"\nCREATE FUNCTION f() AS $$ drop table imports; $$', undefined],
  ])('has %s be %s', (text, fault) => {
    expect(faultsOf(text, before)).toEqual(fault ? [expect.stringContaining(fault)] : []);
  });
});
