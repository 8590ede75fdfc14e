import { href } from 'react-router';
import { renderSVG } from 'uqr';
import { AdminFrame, adminMeta, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf, asPage, leadTo, type Shown } from '#app/admin-ui/page-answer.server.ts';
import { NoticeForm, SecondFactor, SessionList, type AppKey } from './account-panels.tsx';
import { chooseNotices, hasSecondFactor, noticeTimesOf } from './administrators.server.ts';
import { withFreshCode, type Command } from './fresh-factor.server.ts';
import { UNKNOWN_ACTION } from '#app/platform/messages.ts';
import { fieldOf, formFieldsOf } from '#app/http/form-adapter.server.ts';
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
export async function action({ request, context }: Route.ActionArgs) {
  const command = { request, by: administratorOf(context), form: await request.formData() };
  return withFreshCode(command, ['choose-notices'], () => fulfil(command));
}

async function fulfil({ request, by, form }: Command) {
  const code = fieldOf(form, 'code');
  switch (fieldOf(form, 'intent')) {
    case 'sign-out':
      return leadTo(href('/login'), await signOut(request, by, 'local'));
    case 'sign-out-everywhere':
      return leadTo(href('/login'), await signOut(request, by, 'global'));
    case 'sign-out-elsewhere':
      return leadTo(href('/admin/account'), await signOut(request, by, 'others'));
    case 'end-session':
      return asPage(await endAdminSession(request, by, fieldOf(form, 'session')));
    case 'begin-second-factor':
      return withQrCode(await factor.beginSecondFactor(request, by));
    case 'confirm-second-factor':
      return withQrCode(await factor.confirmSecondFactor(request, by, code));
    case 'end-second-factor':
      return asPage(await factor.endSecondFactor(request, by, code));
    case 'renew-recovery-codes':
      return asPage(await factor.renewRecoveryCodes(request, by, code));
    case 'choose-notices':
      if (factor.owesSecondFactor(by)) return asPage(refuse(403, factor.SECOND_FACTOR_NEEDED));
      return asPage(await chooseNotices(by, formFieldsOf(form)));
    default:
      return asPage(refuse(400, UNKNOWN_ACTION));
  }
}

/** The key of an app, where there is one, as its camera reads it too (ISO/IEC 18004). */
function withQrCode(answered: Answer) {
  const { totp_uri: uri } = answered.body as Shown;
  if (typeof uri !== 'string') return asPage(answered);
  return asPage(answered, { key: { uri, picture: renderSVG(uri, { border: 4 }) } });
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
          appKey={actionData?.key as AppKey | undefined}
          recoveryCodes={actionData?.recovery_codes as string[] | undefined}
        />
      </div>
    </AdminFrame>
  );
}
