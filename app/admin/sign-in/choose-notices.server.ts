import { eq } from 'drizzle-orm';
import { UNKNOWN_ACTION } from '#app/platform/messages.ts';
import { administer } from '#app/trail/trail.server.ts';
import { answer, refuse, type Administrator, type Answer } from '#app/http/call.ts';
import { db } from '#app/database/db.server.ts';
import {
  NOTICE_TIMES,
  noticeKinds,
  timeOf,
  type NoticeChoices,
  type NoticeKind,
  type NoticeTime,
} from '#app/mail/notice-kinds.ts';
import { adminUsers } from '#db/schema.ts';

/** When an administrator is emailed about each kind of happening, as it stands. */
export async function noticeTimesOf({ email }: Administrator): Promise<NoticeTimes> {
  const [row] = await db().select().from(adminUsers).where(eq(adminUsers.email, email));
  return timesIn((row?.notices ?? {}) as NoticeChoices);
}

type NoticeTimes = Record<NoticeKind, NoticeTime>;

/** Keeps what an administrator chose in the form: a time for each kind, by its name. */
export async function chooseNotices(
  by: Administrator,
  fields: Record<string, string>,
): Promise<Answer> {
  const chosen = noticeKinds.map((kind) => [kind, fields[kind]] as const);
  if (!chosen.every(([, time]) => NOTICE_TIMES.includes(time as NoticeTime))) {
    return refuse(400, UNKNOWN_ACTION);
  }
  const notices = Object.fromEntries(chosen) as NoticeTimes;
  await administer(by, async (tx, note) => {
    const own = eq(adminUsers.email, by.email);
    const [row] = await tx.select().from(adminUsers).where(own).for('update');
    if (!row) return;
    const before = timesIn(row.notices as NoticeChoices);
    const changed = noticeKinds.filter((kind) => before[kind] !== notices[kind]);
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

function timesIn(choices: NoticeChoices): NoticeTimes {
  return Object.fromEntries(
    noticeKinds.map((kind) => [kind, timeOf(choices, kind)]),
  ) as NoticeTimes;
}
