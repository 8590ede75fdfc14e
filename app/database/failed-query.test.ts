import { expect, it } from 'vitest';
import { describeError, errorLine } from '#app/platform/describe-error.ts';
import { db } from './db.server.ts';
import { subscribers } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';

useDatabase();

it('keeps what a person typed out of what is logged and stored', async () => {
  const row = { email: 'someone@example.org', emailNormalised: 'someone@example.org' };
  await db().insert(subscribers).values(row);
  const error = await db()
    .insert(subscribers)
    .values(row)
    .catch((caught: unknown) => caught);
  const described = JSON.stringify(describeError(error));
  expect(described).toContain('23505');
  expect(described).toContain('subscribers_once');
  expect(described).toContain('insert into');
  expect(described).not.toContain('someone');
  expect(errorLine(error)).toContain('23505');
  expect(errorLine(error)).not.toContain('someone');
});
