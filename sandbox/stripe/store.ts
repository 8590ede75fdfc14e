import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { noSuch } from '#sandbox/stripe/api/errors.ts';
import type { StripeObject } from './objects.ts';

type SqlValue = string | number | null;

/** A row of the API's objects. `seq` is the order of creation. */
type ObjectRow = { seq: number; json: string };

export type Store = ReturnType<typeof openStore>;

/**
 * Opens the one SQLite file of the sandbox (or ':memory:') and creates its tables.
 * Throws a readable error when another process holds the file for five seconds.
 *
 * WAL with synchronous=NORMAL: what was committed outlives the process, however it dies; only a
 * failing machine can lose the last moments.
 */
export function openStore(stateFile: string) {
  const db = openDatabase(stateFile);
  const statements = new Map<string, StatementSync>();
  let afterCommit: (() => void)[] | undefined;

  function prepare(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  const store = {
    run: (sql: string, ...values: SqlValue[]) => prepare(sql).run(...values),
    all: <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...values) as Row[],
    one: <Row>(sql: string, ...values: SqlValue[]) =>
      prepare(sql).get(...values) as Row | undefined,

    /** Runs `work` and commits what it wrote, all or nothing. Everything in it is synchronous. */
    transaction<T>(work: () => T): T {
      if (afterCommit) return work(); // already inside one
      const hooks: (() => void)[] = [];
      afterCommit = hooks;
      db.exec('BEGIN IMMEDIATE');
      let result: T;
      try {
        result = work();
        db.exec('COMMIT');
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      } finally {
        afterCommit = undefined;
      }
      for (const hook of hooks) hook();
      return result;
    },

    /** Calls `hook` once the running transaction is on disk, and never if it is rolled back. */
    afterCommit(hook: () => void): void {
      if (afterCommit) afterCommit.push(hook);
      else hook();
    },

    /** `parent` owns the object (a session its line items, a subscription its invoices); `hidden` is never shown by the API. */
    insert(object: StripeObject, more: { parent?: string; hidden?: object } = {}): void {
      const created = typeof object.created === 'number' ? object.created : 0;
      store.run(
        'INSERT INTO objects (id, kind, parent, created, json, hidden) VALUES (?, ?, ?, ?, ?, ?)',
        object.id,
        object.object,
        more.parent ?? null,
        created,
        JSON.stringify(object),
        more.hidden ? JSON.stringify(more.hidden) : null,
      );
    },

    update(object: StripeObject): void {
      store.run('UPDATE objects SET json = ? WHERE id = ?', JSON.stringify(object), object.id);
    },

    /** A fresh copy of the object with this id, whatever its kind. */
    find(id: string): StripeObject | undefined {
      const row = store.one<ObjectRow>('SELECT json FROM objects WHERE id = ?', id);
      return row && (JSON.parse(row.json) as StripeObject);
    },

    /** A fresh copy of the object of this kind, or Stripe's resource_missing. */
    need<T extends StripeObject>(
      kind: T['object'],
      id: string,
      where: { param: string } | 'path' = 'path',
    ): T {
      const object = store.find(id);
      if (object?.object !== kind) throw noSuch(kind, id, where);
      return object as T;
    },

    hidden<T>(id: string): T {
      const row = store.one<{ hidden: string }>('SELECT hidden FROM objects WHERE id = ?', id);
      return JSON.parse(row?.hidden ?? '{}') as T;
    },

    setHidden(id: string, hidden: object): void {
      store.run('UPDATE objects SET hidden = ? WHERE id = ?', JSON.stringify(hidden), id);
    },

    setting(name: string): number {
      const sql = 'SELECT value FROM settings WHERE name = ?';
      return store.one<{ value: number }>(sql, name)?.value ?? 0;
    },

    setSetting(name: string, value: number): void {
      store.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', name, value);
    },

    /** All of it as a file of its own, as of this moment. */
    copy(): Buffer {
      const folder = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'));
      try {
        const file = join(folder, 'copy.sqlite');
        store.run('VACUUM INTO ?', file);
        return readFileSync(file);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },

    close(): void {
      db.close();
    },
  };
  return store;
}

function openDatabase(stateFile: string): DatabaseSync {
  if (stateFile !== ':memory:') mkdirSync(dirname(stateFile), { recursive: true });
  const db = new DatabaseSync(stateFile, { timeout: 5000 });
  try {
    // Exclusive: two sandboxes on one file would each deliver every webhook.
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = NORMAL');
    db.exec(TABLES);
  } catch (error) {
    db.close();
    const busy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    throw busy ? new Error(`Another sandbox is using ${stateFile}`, { cause: error }) : error;
  }
  return db;
}

const SQLITE_BUSY = 5;

const TABLES = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    parent TEXT,
    created INTEGER NOT NULL,
    json TEXT NOT NULL,
    hidden TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_of_kind ON objects (kind, seq);
  CREATE INDEX IF NOT EXISTS objects_of_parent ON objects (parent, seq) WHERE parent IS NOT NULL;
  CREATE INDEX IF NOT EXISTS objects_of_payment
    ON objects (kind, json_extract(json, '$.payment_intent'), seq);

  CREATE INDEX IF NOT EXISTS objects_of_customer
    ON objects (kind, json_extract(json, '$.customer'), seq);

  DROP INDEX IF EXISTS objects_of_event_type; -- of an earlier form
  CREATE INDEX IF NOT EXISTS objects_since ON objects (kind, created, seq);

  -- Partial by NOT NULL, which an equality implies; a condition on kind would need it spelt out.
  CREATE INDEX IF NOT EXISTS objects_of_type ON objects (kind, json_extract(json, '$.type'), seq)
    WHERE json_extract(json, '$.type') IS NOT NULL;
  CREATE INDEX IF NOT EXISTS objects_of_charge
    ON objects (kind, json_extract(json, '$.charge'), seq)
    WHERE json_extract(json, '$.charge') IS NOT NULL;
  CREATE INDEX IF NOT EXISTS objects_of_source
    ON objects (kind, json_extract(json, '$.source'), seq)
    WHERE json_extract(json, '$.source') IS NOT NULL;

  -- What happens at a moment of the sandbox's clock: a session expires, a bank payment
  -- settles, a subscription renews. session_id names whichever of them it is.
  CREATE TABLE IF NOT EXISTS due (
    session_id TEXT NOT NULL,
    action TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session_id, action)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS due_at ON due (at);

  -- One row per copy of an event that the endpoint shall get.
  -- created: the sandbox's clock, in seconds; next_attempt_ms: real time, in milliseconds.
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    created INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'abandoned')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (next_attempt_ms, seq)
    WHERE state = 'pending';
  CREATE INDEX IF NOT EXISTS deliveries_of_event ON deliveries (event_id);

  CREATE TABLE IF NOT EXISTS idempotency_keys (
    key TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    request_id TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  CREATE INDEX IF NOT EXISTS idempotency_keys_created ON idempotency_keys (created);

  CREATE TABLE IF NOT EXISTS faults (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;

  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
`;
