import { and, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { config } from '#app/config.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { answer, refuse, type Administrator } from '#app/http/call.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import * as kinds from '#app/mail/notice-kinds.ts';
import { UNKNOWN_ACTION } from '#app/platform/messages.ts';
import { adminUsers, authUsers } from '#db/schema.ts';

/** Whether an address, or one that is found so, is on the list of administrators now. */
export async function isListed(tx: Tx, address: string | SQLWrapper): Promise<boolean> {
  const email = typeof address === 'string' ? normaliseEmail(address) : address;
  return (await tx.$count(adminUsers, eq(adminUsers.email, sql`(${email})`))) > 0;
}

/** Whether somebody gives a code when they sign in, also where that was changed by this very request. */
export async function hasSecondFactor({ id }: { id: string }, tx: Tx = db()): Promise<boolean> {
  const isOn = and(eq(authUsers.id, id), eq(authUsers.twoFactorEnabled, true));
  return (await tx.$count(authUsers, isOn)) > 0;
}

/** Everybody on the list, by address. */
export async function listAdministrators() {
  return db().select().from(adminUsers).orderBy(adminUsers.email);
}

/** Puts an address on the list; false where it stood there. */
export function addAdministrator(by: Actor, address: string): Promise<boolean> {
  const row = { email: normaliseEmail(address) };
  return administer(by, async (tx, note) => {
    const added = await tx.insert(adminUsers).values(row).onConflictDoNothing().returning();
    if (added.length === 0) return false;
    const subject = `administrator ${row.email}`;
    await note({ action: 'list-administrator', subject, after: row });
    return true;
  });
}

/**
 * Takes an address off the list; false where it was not on it. The database ends their sessions and
 * forgets their second factor with it.
 */
export function removeAdministrator(by: Actor, address: string): Promise<boolean> {
  const before = { email: normaliseEmail(address) };
  return administer(by, async (tx, note) => {
    const own = eq(adminUsers.email, before.email);
    const removed = await tx.delete(adminUsers).where(own).returning();
    if (removed.length === 0) return false;
    const subject = `administrator ${before.email}`;
    await note({ action: 'unlist-administrator', subject, before });
    return true;
  });
}

/** Puts those on the list that ADMIN_EMAILS names; nobody is taken off it. */
export async function seedAdministrators(): Promise<void> {
  for (const email of config().ADMIN_EMAILS) {
    await addAdministrator({ actor: 'ADMIN_EMAILS' }, email);
  }
}

/** When an administrator is emailed about each kind of happening, as it stands. */
export async function noticeTimesOf({ email }: Administrator, tx: Tx = db()) {
  const [row] = await tx.select().from(adminUsers).where(eq(adminUsers.email, email));
  const choices = (row?.notices ?? {}) as kinds.NoticeChoices;
  return ofEachKind((kind) => kinds.timeOf(choices, kind));
}

const noticeTimes = z.object(ofEachKind(() => z.enum(kinds.NOTICE_TIMES)));

function ofEachKind<T>(of: (kind: kinds.NoticeKind) => T) {
  const each = kinds.noticeKinds.map((kind) => [kind, of(kind)]);
  return Object.fromEntries(each) as Record<kinds.NoticeKind, T>;
}

/** Keeps what an administrator chose in the form: a time for each kind, by its name. */
export async function chooseNotices(by: Administrator, fields: Record<string, string>) {
  const { data: notices } = noticeTimes.safeParse(fields);
  if (!notices) return refuse(400, UNKNOWN_ACTION);
  await administer(by, async (tx, note) => {
    const own = eq(adminUsers.email, by.email);
    await tx.select().from(adminUsers).where(own).for('update');
    const old = await noticeTimesOf(by, tx);
    const changed = kinds.noticeKinds.filter((kind) => old[kind] !== notices[kind]);
    if (changed.length === 0) return;
    await tx.update(adminUsers).set({ notices }).where(own);
    const pick = (times: typeof old) => Object.fromEntries(changed.map((k) => [k, times[k]]));
    const [before, after] = [pick(old), pick(notices)];
    const subject = `administrator ${by.email}`;
    await note({ action: 'choose-notices', subject, before, after });
  });
  return answer(200, { message: 'Your email settings are saved.' });
}
