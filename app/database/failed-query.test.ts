import { expect, it } from 'vitest';
import { describeError, errorLine } from '#app/platform/describe-error.ts';
import { db } from './db.server.ts';
import { emailSubscriptions } from '#db/schema.ts';
import { aSignUp } from '#test/support/topics.ts';
import { useDatabase } from '#test/support/database.ts';

useDatabase();

it('keeps what a person typed out of what is logged and stored', async () => {
  const row = aSignUp('someone@example.org');
  await db().insert(emailSubscriptions).values(row);
  const error = await db()
    .insert(emailSubscriptions)
    .values(row)
    .catch((caught: unknown) => caught);
  const described = JSON.stringify(describeError(error));
  expect(described).toContain('23505');
  expect(described).toContain('email_subscriptions_once');
  expect(described).toContain('insert into');
  expect(described).not.toContain('someone');
  expect(errorLine(error)).toContain('23505');
  expect(errorLine(error)).not.toContain('someone');
});
