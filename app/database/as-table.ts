import { sql, type SQL } from 'drizzle-orm';

/**
 * Rows as a table that a query reads, with one parameter a column: however many they are, it is the same
 * query. Its columns are those of `types`, PostgreSQL's, in that order; what a row lacks is null.
 */
export function asTable<Row extends object>(
  rows: readonly Row[],
  types: { [Column in keyof Row]?: string },
): SQL {
  const columns = Object.entries(types).map(([column, type]) => {
    const values = rows.map((row) => row[column as keyof Row] ?? null);
    return sql`${sql.param(values)}::${sql.raw(String(type))}[]`;
  });
  return sql`unnest(${sql.join(columns, sql`, `)})`;
}
