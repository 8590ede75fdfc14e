import type { ReactNode } from 'react';
import { renderSVG } from 'uqr';
import { CODE_HINT, CodeField } from '#app/admin-ui/code-asked.tsx';
import { DeskForm, IntentButton, Press } from '#app/admin-ui/desk-form.tsx';
import {
  NOTICE_KINDS,
  noticeKinds,
  type NoticeKind,
  type NoticeTime,
} from '#app/mail/notice-kinds.ts';
import { Select } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { Tag } from '#app/ui/tag.tsx';
import type { SessionView } from './sessions.server.ts';

/** A form of the account page, with what each of its buttons does. */
function AccountForm({
  buttons,
  children,
}: {
  buttons: Record<string, string>;
  children?: ReactNode;
}) {
  return (
    <DeskForm className="mt-4 flex flex-col gap-4">
      {children}
      <div className="flex flex-wrap gap-3">
        {Object.entries(buttons).map(([intent, text]) => (
          <IntentButton key={intent} intent={intent}>
            {text}
          </IntentButton>
        ))}
      </div>
    </DeskForm>
  );
}

/** Where somebody is signed in, and how to end it there. */
export function SessionList({ sessions }: { sessions: SessionView[] }) {
  return (
    <TitledPanel id="sessions" title="Where you are signed in">
      <ul className="mt-3">
        {sessions.map(({ id, userAgent, createdAt, lastUsedAt, isThisOne }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3"
          >
            <div className="min-w-0 text-sm">
              <p className="wrap-anywhere">{browserWords(userAgent)}</p>
              <p className="mt-1 font-mono text-xs tabular text-ink-soft">
                since {minuteOf(createdAt)}, last used {minuteOf(lastUsedAt)} UTC
              </p>
            </div>
            {isThisOne ? (
              <Tag tone="accent">this browser</Tag>
            ) : (
              <Press intent="end-session" fields={{ session: id }} about={browserWords(userAgent)}>
                End it
              </Press>
            )}
          </li>
        ))}
      </ul>
      <AccountForm
        buttons={{
          'sign-out-elsewhere': 'Sign out everywhere else',
          'sign-out-everywhere': 'Sign out everywhere',
        }}
      />
    </TitledPanel>
  );
}

/** Last used is as exact as sessions are refreshed: to the hour. */
function minuteOf(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}

/** What a browser calls itself, in order: most also name those that they once were like. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(\w*Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox on Linux", as far as a User-Agent tells; else as it is, or that there is none. */
export function browserWords(userAgent: string): string {
  const nameIn = (names: typeof BROWSERS) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.slice(0, 80) || 'Unknown browser';
}

const TIMES: Record<NoticeTime, string> = {
  'at-once': 'Right away',
  daily: 'In a daily email',
  never: 'Not at all',
};

/** When an administrator is emailed, for each kind of happening. */
export function NoticeForm({ times }: { times: Record<NoticeKind, NoticeTime> }) {
  return (
    <TitledPanel id="notices" title="Emails">
      <AccountForm buttons={{ 'choose-notices': 'Save' }}>
        <p className="text-sm text-ink-soft">
          Choose when we email you. The daily email goes out at 12:00 UTC, and only on days with
          something to report.
        </p>
        {noticeKinds.map((kind) => (
          <Select key={kind} name={kind} label={NOTICE_KINDS[kind].text} defaultValue={times[kind]}>
            {Object.entries(TIMES).map(([time, text]) => (
              <option key={time} value={time}>
                {text}
              </option>
            ))}
          </Select>
        ))}
      </AccountForm>
    </TitledPanel>
  );
}

/** A code of an authenticator app beside the mailed link: set up, taken off, recovery codes. */
export function SecondFactor({
  isOn,
  keyUri,
  recoveryCodes,
}: {
  isOn: boolean;
  /** The key of an app that is being set up, as the app is told of it, `otpauth:…`. */
  keyUri: string | undefined;
  /** Shown once, when they are made. */
  recoveryCodes: string[] | undefined;
}) {
  const buttons = isOn ? CHANGES : keyUri ? CONFIRM : BEGIN;
  return (
    <TitledPanel id="second-factor" title="Second factor" note={isOn ? 'on' : 'off'}>
      {keyUri && <Key uri={keyUri} />}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      <AccountForm buttons={buttons}>
        {buttons === BEGIN ? (
          <p className="text-sm text-ink-soft">
            With it on, signing in takes a code from an authenticator app as well as the emailed
            link.
          </p>
        ) : (
          <CodeField hint={isOn ? CODE_HINT : 'The six digits that the app shows now.'} />
        )}
      </AccountForm>
    </TitledPanel>
  );
}

const BEGIN = { 'begin-second-factor': 'Set it up' };
const CONFIRM = { 'confirm-second-factor': 'Turn it on' };
const CHANGES = {
  'renew-recovery-codes': 'Make new recovery codes',
  'end-second-factor': 'Turn it off',
};

/** In letters, and as an app's camera reads it (ISO/IEC 18004). */
function Key({ uri }: { uri: string }) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <div className="mt-3 text-sm">
      <p>
        Scan the picture with an authenticator app, or type in the key below it. Then enter the code
        that the app shows.
      </p>
      <img
        alt="The key as a QR code"
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 4 }))}`}
        className="mt-3 size-48 max-w-full border border-line"
      />
      <p className="mt-2 border border-line bg-paper px-3 py-2 font-mono wrap-anywhere">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <p className="mt-2">
        <a href={uri} className="link">
          Open it in an app on this device
        </a>
      </p>
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="mt-4">
      <Notice tone="warn">
        Keep these recovery codes somewhere only you can find them. Each works once, without the
        app. They will not be shown again.
      </Notice>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  );
}
