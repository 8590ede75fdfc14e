import * as messages from './preferences-messages.ts';
import { changeFor } from './preferences.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** Of a mailed link: whose mail, what it is about, and what was done about it without a script. */
export interface PreferencesLink {
  token: string;
  from: string | null;
  /** `1`, or `again`. */
  done: string | null;
}

const LABELS = {
  unfollow: 'Stop emails about this product',
  digest: 'Stop the newsletter',
  everything: 'Stop everything',
};

/**
 * Without JavaScript: the forms that send what a mail program's one click sends (RFC 8058). The
 * server answers a browser by leading it back here.
 */
export function PreferencesForm({ token, from, done }: PreferencesLink) {
  if (token === '') return <NoScript>{messages.NO_TOKEN}</NoScript>;
  const isDone = done === '1';
  const kind = changeFor(from ?? undefined)?.kind ?? 'everything';
  const everything = `/email/preferences?${new URLSearchParams({ token })}`;
  const one = `${everything}&${new URLSearchParams({ from: from ?? '' })}`;
  return (
    <div className="hidden flex-col gap-5 noscript:flex">
      {isDone ? (
        <Notice tone="good">{messages.STOPPED}</Notice>
      ) : (
        <>
          <Notice tone={done === 'again' ? 'good' : 'plain'}>
            {done === 'again' ? messages.WRITING_AGAIN : messages.PREFERENCES_NEED_JAVASCRIPT}
          </Notice>
          {kind !== 'everything' && <StopForm action={one} label={LABELS[kind]} />}
        </>
      )}
      {(kind !== 'everything' || !isDone) && (
        <StopForm action={everything} label={LABELS.everything} />
      )}
      {done !== 'again' && (
        <form method="post" action={everything} className="flex flex-col items-start gap-3">
          <p className="text-ink-soft">{messages.STOPPED_BEFORE}</p>
          <input type="hidden" name="again" value="yes" />
          <Button type="submit">Email me again</Button>
        </form>
      )}
      <p className="text-sm text-ink-soft">{messages.ALWAYS_SENT}</p>
    </div>
  );
}

function StopForm({ action, label }: { action: string; label: string }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="List-Unsubscribe" value="One-Click" />
      <Button type="submit">{label}</Button>
    </form>
  );
}

function NoScript({ children }: { children: string }) {
  return (
    <div className="hidden noscript:block">
      <Notice tone="warn">{children}</Notice>
    </div>
  );
}
