import * as said from './preferences-messages.ts';
import { changeFor } from './preferences.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** Of a mailed link: whose mail, what it is about, and whether that was ended without a script. */
export interface PreferencesLink {
  token: string;
  from: string | null;
  isDone: boolean;
}

const LABELS = {
  unfollow: 'Stop emails about this product',
  newsletter: 'Stop the newsletter',
  updates: 'Stop the updates',
  digest: 'Stop these emails',
  everything: 'Stop everything',
};

/**
 * Without JavaScript: the forms that send what a mail program's one click sends (RFC 8058). The
 * server answers a browser by leading it back here.
 */
export function PreferencesForm({ token, from, isDone }: PreferencesLink) {
  if (token === '') return <NoScript>{said.NO_TOKEN}</NoScript>;
  const kind = changeFor(from ?? undefined)?.kind ?? 'everything';
  const everything = `/email/preferences?${new URLSearchParams({ token })}`;
  const one = `${everything}&${new URLSearchParams({ from: from ?? '' })}`;
  return (
    <div className="hidden flex-col gap-5 noscript:flex">
      {isDone ? (
        <Notice tone="good">{said.STOPPED}</Notice>
      ) : (
        <>
          <Notice>{said.PREFERENCES_NEED_JAVASCRIPT}</Notice>
          {kind !== 'everything' && <StopForm action={one} label={LABELS[kind]} />}
        </>
      )}
      {(kind !== 'everything' || !isDone) && (
        <StopForm action={everything} label={LABELS.everything} />
      )}
      <p className="text-sm text-ink-soft">{said.ALWAYS_SENT}</p>
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
