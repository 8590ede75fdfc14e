import { href, Link } from 'react-router';
import { PreferencesParts } from './preferences-parts.tsx';
import { isVoid, type Asked, type FormOutcome, type NotAnswered } from '#app/http/ask.ts';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';

export const PREFERENCES = 'post /api/mail-preferences';

/**
 * What a person is sent, and how to have less of it. Opening it changes nothing, so that a mail
 * scanner which follows every link stops nothing.
 */
export function PreferencesScreen({
  outcome,
  ...page
}: {
  outcome: Asked<typeof PREFERENCES>;
  /** What the email's link is about. */
  from: string | null;
  /** What came of a change that no script sent. */
  sent?: FormOutcome | undefined;
}) {
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-8">
        <h1 className="text-3xl">What you get by email</h1>
        {outcome.ok ? (
          <PreferencesParts preferences={outcome.body} {...page} />
        ) : (
          <Missing {...outcome} />
        )}
      </div>
    </div>
  );
}

function Missing({ status, sentence }: NotAnswered) {
  if (!isVoid(status)) return <RetryNotice>{sentence}</RetryNotice>;
  return (
    <>
      <Notice tone="warn">{sentence}</Notice>
      <p>
        The links in a newer email still work. Or{' '}
        <Link to={href('/contact')} className="link">
          write to us
        </Link>
        , and we will take care of it.
      </p>
    </>
  );
}
