import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { eq, lt, sql, type SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forgetMailboxes, mailboxOf, mailboxOfToken } from './mailbox.server.ts';
import * as now from './tokens.server.ts';
import { db } from '#app/database/db.server.ts';
import { mailboxes, tokens } from '#db/schema.ts';
import { asOwner, createReleasedDatabase, useDatabase } from '#test/support/database.ts';

const [ANN, BOB] = ['ann@example.org', 'bob@example.org'] as const;
const GIFT = randomUUID();
const [OLDER, OLDEST, CURRENT] = ['o', 'p', 'c'].map((letter) => letter.repeat(43));
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** What stands, as the version before has it and as this one does. */
async function expectSame(): Promise<void> {
  // When a link of older emails was retired is noted by both, a moment apart.
  const columns = sql`t.purpose, t.hash, t.subject, t.salt, t.browser_hash, t.attempts,
    t.used_at, case when t.purpose <> 'mailbox' then t.created_at end as created_at,
    case when t.purpose <> 'mailbox' then t.expires_at end as expires_at`;
  const tables = ['contributions_verification', 'lookup_sessions', 'manage_links', 'move_links'];
  const before = [...tables, 'mailbox_tokens', 'mailbox_browsers'].map(
    (table) => sql`select ${columns} from ${sql.identifier(table)} old cross join token_of(old) t`,
  );
  const order = sql`order by 1, 2, 3`;
  const { rows: old } = await db().execute(sql`${sql.join(before, sql` union all `)} ${order}`);
  const { rows } = await db().execute(sql`select ${columns} from ${tokens} t ${order}`);
  expect(rows).toEqual(old);
}

/** As 0.4.0 writes. */
const old = {
  code: (email: string, browser: string) => sql`
    insert into contributions_verification (email_normalised, browser_hash, salt, code_hash, expires_at)
    values (${email}, ${browser}, 'salt', ${randomUUID()}, now() + interval '30 minutes')`,
  guess: (email: string) => sql`
    update contributions_verification set attempts = attempts + 1 where email_normalised = ${email}`,
  use: (email: string) => sql`
    update contributions_verification set used_at = now() where email_normalised = ${email}`,
  session: (email: string) => sql`
    insert into lookup_sessions (token_hash, email_normalised, expires_at)
    values (${randomUUID()}, ${email}, now() + interval '30 minutes')`,
  manage: (email: string) => sql`
    insert into manage_links (token_hash, email_normalised, expires_at)
    values (${randomUUID()}, ${email}, now() + interval '10 minutes')`,
  move: () => sql`
    insert into move_links (token_hash, contribution_id) values (${randomUUID()}, ${GIFT})`,
  useMove: () => sql`update move_links set used_at = now() where contribution_id = ${GIFT}`,
  prove: (email: string, browser: string) => sql`
    insert into mailbox_browsers (email_normalised, browser_hash, proven_at)
    values (${email}, ${browser}, now())
    on conflict (email_normalised, browser_hash) do update set proven_at = now()`,
  box: (email: string) => sql`
    insert into mailboxes (email_normalised, token) values (${email}, ${randomUUID()})
    on conflict do nothing`,
  renew: (email: string) => sql`
    with was as (select token from mailboxes where email_normalised = ${email}), renewed as (
      update mailboxes set token = ${randomUUID()}, token_made_at = now()
      where email_normalised = ${email} returning email_normalised)
    insert into mailbox_tokens (token, email_normalised, retired_at)
    select token, email_normalised, now() from was, renewed on conflict do nothing`,
  forget: (email: string) => sql`delete from mailboxes where email_normalised = ${email}`,
  erase: (email: string) => sql`delete from lookup_sessions where email_normalised = ${email}`,
};

const run = (statement: SQL) => db().execute(statement);

/** As this version writes. */
const own = {
  code: (subject: string, browserHash: string) =>
    now.storeToken({ purpose: 'code', subject, hash: randomUUID(), salt: 'salt', browserHash }),
  guess: (subject: string, browserHash: string) => now.takeGuess({ subject, browserHash }, 5),
  use: (subject: string) => now.useTokens(db(), { purpose: 'code', subject }),
  make: (purpose: 'lookup' | 'manage-link', subject: string) => now.createToken(purpose, subject),
  async endSession(subject: string) {
    await now.forgetToken('lookup', await now.createToken('lookup', subject));
  },
  move: () => now.createToken('move-link', GIFT),
  useMove: () => now.useTokens(db(), { purpose: 'move-link', subject: GIFT }),
  prove: (email: string, browser: string) => now.noteProven(email, browser),
  async renew(email: string) {
    await run(
      sql`update mailboxes set token_made_at = now() - interval '31 days' where email_normalised = ${email}`,
    );
    await mailboxOf(email);
  },
  forget: (email: string) => forgetMailboxes(eq(mailboxes.emailNormalised, email)),
  erase: (email: string) => db().delete(tokens).where(eq(tokens.subject, email)),
};

/** Of 0.4.0: each kind of token once. */
const ROWS = `
  set session_replication_role = replica;
  insert into contributions (id, order_id, email, email_normalised, amount_cents, status)
  values ('${GIFT}', '${randomUUID()}', '${ANN}', '${ANN}', 2500, 'pending');
  set session_replication_role = origin;
  insert into contributions_verification
    (email_normalised, browser_hash, salt, code_hash, attempts, expires_at)
  values ('${ANN}', 'a', 'salt', 'of a code', 2, now() + interval '20 minutes');
  insert into lookup_sessions (token_hash, email_normalised, expires_at)
  values ('${hashOf('lookup:a session')}', '${ANN}', now() + interval '20 minutes');
  insert into manage_links (token_hash, email_normalised, expires_at)
  values ('${hashOf('manage-link:a link')}', '${ANN}', now() + interval '5 minutes');
  insert into move_links (token_hash, contribution_id, created_at)
  values ('${hashOf('move-link:a link')}', '${GIFT}', now() - interval '59 days'),
    ('${hashOf('move-link:an old link')}', '${GIFT}', now() - interval '61 days');
  insert into mailboxes (email_normalised, token) values ('${ANN}', '${CURRENT}');
  insert into mailbox_tokens (token, email_normalised, retired_at)
  values ('${OLDER}', '${ANN}', now() - interval '59 days'),
    ('${OLDEST}', '${ANN}', now() - interval '61 days');
  insert into mailbox_browsers (email_normalised, browser_hash, proven_at)
  values ('${ANN}', 'a', now() - interval '179 days'), ('${ANN}', 'b', now() - interval '181 days')`;

useDatabase({}, () => createReleasedDatabase(ROWS));

test('tokens of 0.4.0 go on working, and both versions go on writing beside each other', async () => {
  await expectSame();
  const subjectOf = async (purpose: Parameters<typeof now.findToken>[0], token: string) =>
    (await now.findToken(purpose, token))?.subject;
  expect(await subjectOf('lookup', 'a session')).toBe(ANN);
  expect(await subjectOf('lookup', 'a link')).toBeUndefined();
  expect(await subjectOf('manage-link', 'a link')).toBe(ANN);
  expect(await subjectOf('move-link', 'a link')).toBe(GIFT);
  expect(await subjectOf('move-link', 'an old link')).toBeUndefined();
  expect([await now.hasProven(ANN, 'a'), await now.hasProven(ANN, 'b')]).toEqual([true, false]);
  const opens = async (token = '', days?: number) =>
    (await mailboxOfToken(token, days))?.emailNormalised;
  expect([await opens(CURRENT), await opens(OLDER), await opens(OLDEST)]).toEqual([
    ANN,
    ANN,
    undefined,
  ]);
  expect(await opens(OLDEST, now.ONE_CLICK_DAYS)).toBe(ANN);

  // A guess counts whichever version takes it.
  expect(await own.guess(ANN, 'a')).toMatchObject({ hash: 'of a code', attempts: 3 });
  await run(old.guess(ANN));
  expect(await own.guess(ANN, 'a')).toMatchObject({ attempts: 5 });
  expect(await own.guess(ANN, 'a')).toBeUndefined();
  await expectSame();

  const email = fc.constantFrom(ANN, BOB);
  const browser = fc.constantFrom('a', 'b');
  type Step = () => Promise<unknown>;
  const step = fc.tuple(email, browser).chain(([who, where]) =>
    fc.constantFrom<Step>(
      ...Object.values(old).map((write) => () => run(write(who, where))),
      ...Object.values(own)
        .filter((write) => write !== own.make)
        .map((write) => () => (write as typeof own.prove)(who, where)),
      () => own.make('lookup', who),
      () => own.make('manage-link', who),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      for (const one of steps) {
        await one();
        await expectSame();
      }
    }),
    { numRuns: 15 },
  );
  await now.pruneTokens();
  expect(await db().$count(tokens, lt(tokens.expiresAt, new Date()))).toBe(0);
  await expectSame();
});

test('a mailbox has a new token only together with what its older one opens', async () => {
  const { token } = await mailboxOf(BOB);
  await run(
    sql`update mailboxes set token_made_at = now() - interval '31 days' where email_normalised = ${BOB}`,
  );
  // Refuses what the program itself stores, not what is carried over.
  await asOwner(`
    create function refuse() returns trigger language plpgsql as
      $$ begin if pg_trigger_depth() = 1 then raise 'refused'; end if; return new; end $$;
    create trigger refused before insert on tokens for each row execute function refuse()`);
  await expect(mailboxOf(BOB)).rejects.toThrow();
  await asOwner('drop trigger refused on tokens; drop function refuse()');
  const [kept] = await db().select().from(mailboxes).where(eq(mailboxes.emailNormalised, BOB));
  expect(kept?.token).toBe(token);
});
