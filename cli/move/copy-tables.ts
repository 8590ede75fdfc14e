import type pg from 'pg';

/** A table with what of it is written: columns that the database fills in itself are left out. */
interface Table {
  /** With its schema, quoted. */
  name: string;
  columns: { name: string; type: string }[];
}

/** What a table holds: how many rows, and a sum over all that they say. */
interface Held {
  count: number;
  sum: string;
}

/** About so much is read at once, in characters: rows with photos are large. */
const BATCH_CHARACTERS = 8 * 1024 * 1024;
const MOST_ROWS = 5_000;

/** The tables of the site and of its queue, each after those that it refers to. */
export async function tablesInOrder(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(`
    select c.oid::regclass::text as name,
      (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod))
         order by attnum)
       from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select confrelid::regclass::text from pg_constraint
            where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as refers
    from pg_class c
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    order by 1`);
  const ordered: Table[] = [];
  let left = rows;
  while (left.length > 0) {
    const done = new Set(ordered.map(({ name }) => name));
    const next = left.filter(({ refers }) => refers.every((one) => done.has(one)));
    if (next.length === 0) throw new Error(`Tables refer to each other: ${left[0]?.name}.`);
    ordered.push(...next);
    left = left.filter((one) => !next.includes(one));
  }
  return ordered;
}

/**
 * Copies a table as it is, in the transactions that both connections are in; nothing is caused anew.
 * `copied` hears of every batch of rows.
 */
export async function copyTable(
  from: pg.Client,
  to: pg.Client,
  { name, columns }: Table,
  copied: (rows: number) => void,
): Promise<void> {
  await to.query(`alter table ${name} disable trigger user`);
  await to.query(`delete from ${name}`); // what a new database begins with
  const names = columns.map((column) => column.name).join(', ');
  const read = columns.map((column) => `${column.name}::text`).join(', ');
  const given = columns.map((_, at) => `$${at + 1}::text[]`).join(', ');
  const cast = columns.map(({ type }, at) => `c${at}::${type}`).join(', ');
  const cells = columns.map((_, at) => `c${at}`).join(', ');
  const write = `insert into ${name} (${names}) overriding system value
    select ${cast} from unnest(${given}) as row (${cells})`;
  await from.query(`declare rows_of cursor for select ${read} from ${name}`);
  for (let most = 10; ;) {
    const batch = { text: `fetch ${most} from rows_of`, rowMode: 'array' as const };
    const { rows } = await from.query<(string | null)[]>(batch);
    if (rows.length === 0) break;
    await to.query(
      write,
      columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    );
    copied(rows.length);
    const length = rows.reduce(
      (sum, row) => sum + row.reduce((n, cell) => n + (cell?.length ?? 0), 0),
      1,
    );
    most = Math.max(1, Math.min(MOST_ROWS, Math.floor((rows.length * BATCH_CHARACTERS) / length)));
  }
  await from.query('close rows_of');
  // What was put off to the commit, as the queue's references are, is held now: a table with any stays as it is.
  await to.query('set constraints all immediate; set constraints all deferred');
  await to.query(`alter table ${name} enable trigger user`);
}

/** Has every sequence go on where it stands. */
export async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null`,
  );
  for (const { name, last } of rows)
    await to.query('select setval($1::regclass, $2)', [name, last]);
}

/** What each of the tables holds. */
export async function heldBy(client: pg.Client, tables: Table[]): Promise<Map<string, Held>> {
  const held = new Map<string, Held>();
  for (const { name, columns } of tables) {
    const row = columns.map((column) => `t.${column.name}::text`).join(', ');
    const { rows } = await client.query<Held>(
      `select count(*)::int as count, coalesce(sum(hashtextextended(row(${row})::text, 0)), 0)::text as sum
       from ${name} t`,
    );
    held.set(name, rows[0]!);
  }
  return held;
}
