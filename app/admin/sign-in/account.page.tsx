import { href } from 'react-router';
import { AdminFrame, adminMeta, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf, leadTo } from '#app/admin-ui/page-answer.server.ts';
import { NoticeForm, SecondFactor, SessionList } from './account-panels.tsx';
import { chooseNotices, hasSecondFactor, noticeTimesOf } from './administrators.server.ts';
import { deskAction } from './fresh-factor.server.ts';
import { formFieldsOf } from '#app/http/form-adapter.server.ts';
import * as factor from './second-factor.server.ts';
import { endAdminSession, sessionsOf, signOut } from './sessions.server.ts';
import { refuse, type Answer } from '#app/http/call.ts';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/account.page.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const by = administratorOf(context);
  const now = { hasSecondFactor: await hasSecondFactor(by) };
  return {
    email: by.email,
    sessions: await sessionsOf(by),
    ...now,
    owed: factor.owesSecondFactor(now) && factor.SECOND_FACTOR_NEEDED,
    noticeTimes: await noticeTimesOf(by),
  };
}

/** Does what the pressed button says; what is shown once comes back in the answer. */
export async function action(args: Route.ActionArgs) {
  const leave = async (path: '/login' | '/admin/account', left: Promise<Answer>) =>
    leadTo(href(path), await left);
  return deskAction(args, ['choose-notices'], ({ request, by, form, field }) => ({
    'sign-out': () => leave('/login', signOut(request, by, 'local')),
    'sign-out-everywhere': () => leave('/login', signOut(request, by, 'global')),
    'sign-out-elsewhere': () => leave('/admin/account', signOut(request, by, 'others')),
    'end-session': () => endAdminSession(by, field('session')),
    'begin-second-factor': () => factor.beginSecondFactor(request, by),
    'confirm-second-factor': () => factor.confirmSecondFactor(request, by, field('code')),
    'end-second-factor': () => factor.endSecondFactor(request, by, field('code')),
    'renew-recovery-codes': () => factor.renewRecoveryCodes(request, by, field('code')),
    'choose-notices': async () =>
      factor.owesSecondFactor(by)
        ? refuse(403, factor.SECOND_FACTOR_NEEDED)
        : chooseNotices(by, formFieldsOf(form)),
  }));
}

export const meta = () => adminMeta('Your account');

/** Where an administrator is signed in, their second factor, and when they are emailed. */
export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, sessions, owed, noticeTimes } = loaderData;
  return (
    <AdminFrame title="Your account" email={email}>
      <AnswerNotice outcome={actionData} />
      {owed && (
        <Notice tone="warn" className="mt-6">
          {owed}
        </Notice>
      )}
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          <SessionList sessions={sessions} />
          <NoticeForm times={noticeTimes} />
        </div>
        <SecondFactor
          isOn={loaderData.hasSecondFactor}
          keyUri={actionData?.totp_uri as string | undefined}
          recoveryCodes={actionData?.recovery_codes as string[] | undefined}
        />
      </div>
    </AdminFrame>
  );
}
