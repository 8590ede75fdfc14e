import { describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { db } from '#app/database/db.server.ts';
import { adminActions } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { runTyped } from '#test/commands/run-typed.ts';
import { environmentNow } from '#test/support/story.ts';

useDatabase();

const run = (...args: string[]) => runTyped('admins', ...args);

describe('openassay admins', () => {
  it('puts somebody on the list and takes them off it, and writes both down', async () => {
    expect(await run('add', ' Someone@Example.org')).toMatchObject({
      code: 0,
      sentence: 'someone@example.org is an administrator.\n',
    });
    expect((await run('add', 'someone@example.org')).sentence).toContain(
      'was already an administrator',
    );
    expect((await run()).sentence).toBe('someone@example.org\n');
    expect((await run('remove', 'someone@example.org')).code).toBe(0);
    expect(await run('remove', 'someone@example.org')).toMatchObject({
      code: 1,
      sentence: 'someone@example.org is not an administrator.\n',
    });
    expect((await run()).sentence).toBe('');
    const rows = await db().select().from(adminActions).orderBy(adminActions.id);
    expect(rows.map(({ actor, action }) => [actor, action])).toEqual([
      ['command line', 'list-administrator'],
      ['command line', 'unlist-administrator'],
    ]);
  });

  it('prints a link for somebody on the list, and for nobody else', async () => {
    expect((await run('link', 'other@example.org')).code).toBe(1);
    await run('add', 'link@example.org');
    const { code, sentence } = await run('link', 'link@example.org');
    expect(code).toBe(0);
    expect(sentence).toMatch(/^http\S+\/login\/link\?token=[\w-]{32,}\n$/);
    const rows = await db().select().from(adminActions).orderBy(adminActions.id);
    expect(rows.at(-1)).toMatchObject({
      action: 'print-sign-in-link',
      subject: 'administrator link@example.org',
    });
    expect(JSON.stringify(rows)).not.toContain(sentence.trim().split('=')[1]);
  });

  it('warns that ADMIN_EMAILS would bring them back', async () => {
    configure({ ...environmentNow(), ADMIN_EMAILS: 'named@example.org' });
    await run('add', 'named@example.org');
    expect((await run('remove', 'named@example.org')).sentence).toContain(
      'ADMIN_EMAILS still names',
    );
  });

  it.each([
    [['add']],
    [['add', 'nobody']],
    [['remove', 'a@example.org', 'b@example.org']],
    [['promote', 'a@example.org']],
  ])('does not know what %j means', async (args) => {
    expect((await run(...args)).code).toBeUndefined();
  });
});
