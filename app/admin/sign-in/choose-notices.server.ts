import { eq } from 'drizzle-orm';
import { UNKNOWN_ACTION } from '#app/platform/messages.ts';
import { administer } from '#app/admin-log/trail.server.ts';
import { answer, refuse, type Administrator, type Answer } from '#app/http/call.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import * as kinds from '#app/mail/notice-kinds.ts';
import { adminUsers } from '#db/schema.ts';

type NoticeTimes = Record<kinds.NoticeKind, kinds.NoticeTime>;

/** When an administrator is emailed about each kind of happening, as it stands. */
export async function noticeTimesOf({ email }: Administrator, tx: Tx = db()) {
  const [row] = await tx.select().from(adminUsers).where(eq(adminUsers.email, email));
  const choices = (row?.notices ?? {}) as kinds.NoticeChoices;
  const times = kinds.noticeKinds.map((kind) => [kind, kinds.timeOf(choices, kind)]);
  return Object.fromEntries(times) as NoticeTimes;
}

/** Keeps what an administrator chose in the form: a time for each kind, by its name. */
export async function chooseNotices(
  by: Administrator,
  fields: Record<string, string>,
): Promise<Answer> {
  const chosen = kinds.noticeKinds.map((kind) => [kind, fields[kind]] as const);
  if (!chosen.every(([, time]) => kinds.NOTICE_TIMES.includes(time as kinds.NoticeTime))) {
    return refuse(400, UNKNOWN_ACTION);
  }
  const notices = Object.fromEntries(chosen) as NoticeTimes;
  await administer(by, async (tx, note) => {
    const own = eq(adminUsers.email, by.email);
    await tx.select().from(adminUsers).where(own).for('update');
    const before = await noticeTimesOf(by, tx);
    const changed = kinds.noticeKinds.filter((kind) => before[kind] !== notices[kind]);
    if (changed.length === 0) return;
    await tx.update(adminUsers).set({ notices }).where(own);
    const pick = (times: NoticeTimes) => Object.fromEntries(changed.map((k) => [k, times[k]]));
    await note({
      action: 'choose-notices',
      subject: `administrator ${by.email}`,
      before: pick(before),
      after: pick(notices),
    });
  });
  return answer(200, { message: 'Your email settings are saved.' });
}
