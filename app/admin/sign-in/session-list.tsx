import { href } from 'react-router';
import type { SessionView } from './sessions.server.ts';
import { Button } from '#app/ui/button.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** Where somebody is signed in, and how to end it there. */
export function SessionList({ sessions }: { sessions: SessionView[] }) {
  return (
    <TitledPanel id="sessions" title="Where you are signed in">
      <ul className="mt-3">
        {sessions.map((session) => (
          <li key={session.id} className="border-b border-line py-3">
            <form
              method="post"
              action={href('/admin/account')}
              className="flex flex-wrap items-center justify-between gap-3"
            >
              <input type="hidden" name="session" value={session.id} />
              <div className="min-w-0 text-sm">
                <p className="wrap-anywhere">{browserWords(session.userAgent)}</p>
                <p className="mt-1 font-mono text-xs tabular text-ink-soft">
                  since {minuteOf(session.createdAt)}, last used {minuteOf(session.lastUsedAt)} UTC
                </p>
              </div>
              {session.isThisOne ? (
                <Tag tone="accent">this browser</Tag>
              ) : (
                <Button type="submit" name="intent" value="end-session" size="small">
                  End it
                </Button>
              )}
            </form>
          </li>
        ))}
      </ul>
      <form method="post" action={href('/admin/account')} className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="sign-out-elsewhere" size="small">
          Sign out everywhere else
        </Button>
        <Button type="submit" name="intent" value="sign-out-everywhere" size="small">
          Sign out everywhere
        </Button>
      </form>
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
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.slice(0, 80) || 'Unknown browser';
}
