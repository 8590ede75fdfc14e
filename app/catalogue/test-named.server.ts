import { sql, type SQL } from 'drizzle-orm';
import { panels } from '#app/toxicology/panels/panels.ts';

/** A test's name in a query, as `testName` says it: of `products`, or as a query calls that. */
export function testNamed(table = 'products'): SQL<string> {
  const words = panels.map(({ key, name }) => `when '${key}' then '${name}'`).join(' ');
  const named = `${table}.name || case
    when ${table}.panel = 'plastics' and ${table}.round = 1 then ''
    else ' (' || case ${table}.panel ${words} end
      || case when ${table}.round = 1 then '' else ', round ' || ${table}.round end || ')' end`;
  return sql<string>`${sql.raw(named)}`;
}
