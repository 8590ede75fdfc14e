import type pg from 'pg';

/** What the site's role does to a table: rows of what is only ever added to are read and added. */
const ADDS = ['select', 'insert'];
const WRITES = [...ADDS, 'update', 'delete'];
const READS = ['select'];
/** Everything else that can be had of a table; `maintain` since PostgreSQL 17. */
const OTHERS = ['update', 'delete', 'truncate', 'references', 'trigger'];

interface Table {
  schema: string;
  name: string;
  /** A trigger of its own, `<table>_append_only`, refuses changes. */
  isAppendOnly: boolean;
  /** What the role holds already. */
  held: string[];
}

/**
 * Gives the site's role what it needs of every table that there is now, and no more: it owns
 * nothing, so that it can neither disable a trigger nor drop or empty a table, and it holds no right
 * to change ledger, trail and books of tests at all. Nothing is written where nothing is missing.
 */
export async function grantToSite(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const statements = (await tablesOf(client, role)).flatMap((table) => {
    const wanted = table.schema === 'drizzle' ? READS : table.isAppendOnly ? ADDS : WRITES;
    const missing = wanted.filter((right) => !table.held.includes(right));
    const excess = OTHERS.filter((right) => !wanted.includes(right) && table.held.includes(right));
    const on = `on ${client.escapeIdentifier(table.schema)}.${client.escapeIdentifier(table.name)}`;
    return [
      ...(excess.length > 0 ? [`revoke ${excess.join(', ')} ${on} from ${name}`] : []),
      ...(missing.length > 0 ? [`grant ${missing.join(', ')} ${on} to ${name}`] : []),
    ];
  });
  statements.push(...(await excessOfEverybody(client, role)));
  if (statements.length === 0) return;
  await client.query(
    [
      'begin',
      // Until PostgreSQL 15 everybody could make tables there.
      'revoke create on schema public from public',
      `grant usage on schema public, drizzle, pgboss to ${name}`,
      ...statements,
      'commit',
    ].join(';\n'),
  );
}

/**
 * Takes from everybody what they can do in a new database and no site needs: tables of a session's own
 * and large objects, which fill a disk beside every limit. The latter are a superuser's to take.
 */
async function excessOfEverybody(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('revoke temporary on database %I from public', datname) as statement
     from pg_database
     where datname = current_database() and has_database_privilege($1, oid, 'temporary')
       and pg_has_role(current_user, datdba, 'member')
     union all
     select format('revoke execute on function %s from public', oid::regprocedure) from pg_proc
     where proname in ('lo_creat', 'lo_create', 'lo_from_bytea')
       and pronamespace = 'pg_catalog'::regnamespace and has_function_privilege($1, oid, 'execute')
       and pg_has_role(current_user, proowner, 'member')`,
    [role],
  );
  return rows.map(({ statement }) => statement);
}

/**
 * What the site's sessions begin with: a runaway statement, a lost lock, or an idle transaction holds
 * nobody up for ever, and whoever vanished without a word lets go of their locks after 14 seconds.
 */
const LIMITS = {
  statement_timeout: '20s',
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
};

/**
 * Has every session of the connected role in this database begin with these limits, unless somebody
 * has set others for it. They belong to the role because a pooler refuses them of whoever connects.
 */
export async function limitSite(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; name: string; set: string[] }>(
    `select current_user as role, current_database() as name, array(
       select split_part(unnest(setconfig), '=', 1) from pg_db_role_setting
       where setrole = current_user::regrole
         and setdatabase in (0, (select oid from pg_database where datname = current_database()))
     ) as set`,
  );
  const [own] = rows;
  if (!own) return;
  const whose = `${client.escapeIdentifier(own.role)} in database ${client.escapeIdentifier(own.name)}`;
  for (const [name, value] of Object.entries(LIMITS)) {
    if (!own.set.includes(name)) await client.query(`alter role ${whose} set ${name} = '${value}'`);
  }
}

async function tablesOf(client: pg.Client, role: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       exists (select from pg_trigger
               where tgrelid = c.oid and tgname = c.relname || '_append_only') as "isAppendOnly",
       array(select r from unnest($2::text[]) r
             where has_table_privilege($1, c.oid, r)) as held
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'drizzle', 'pgboss')
       and pg_has_role(current_user, c.relowner, 'member')
     order by 1, 2`,
    [role, [...WRITES, ...OTHERS]],
  );
  return rows;
}
