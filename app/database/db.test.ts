import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { config } from '#app/config.ts';
import { db, inTransaction, pool } from './db.server.ts';
import { useDatabase } from '#test/support/database.ts';

useDatabase();

it('outlives a connection that is cut in the middle of a transaction', async () => {
  const cut = inTransaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await pool().query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    // Long enough for the news to arrive while no query of ours is under way.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await tx.execute(sql`select 1`);
  });
  await expect(cut).rejects.toThrow();
  expect((await pool().query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('has no connection less for each transaction that could not begin', async () => {
  const how = { isolationLevel: 'none such' as 'serializable' };
  for (let times = 0; times < config().DATABASE_POOL_SIZE; times += 1) {
    await expect(inTransaction(async () => {}, db(), how)).rejects.toThrow();
  }
  expect((await pool().query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
