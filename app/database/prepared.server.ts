import type { Db } from './db.server.ts';

/**
 * A statement that is put together once for each database, which takes as long as to run it. Prepared
 * under an empty name it is parsed as any other is, so that a pooler may stand between.
 */
export function preparedFor<Statement>(prepare: (on: Db) => Statement): (on: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (on) => {
    const statement = statements.get(on) ?? prepare(on);
    statements.set(on, statement);
    return statement;
  };
}
