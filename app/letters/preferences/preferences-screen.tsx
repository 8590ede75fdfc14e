import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import * as messages from './preferences-messages.ts';
import { PreferencesForm, type PreferencesLink } from './preferences-form.tsx';
import { PreferencesParts } from './preferences-parts.tsx';
import { usePreferences } from './use-preferences.ts';
import { isVoid } from '#app/http/ask.ts';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';

/**
 * What a person is sent, and how to have less of it. Opening it changes nothing, so that a mail
 * scanner which follows every link stops nothing.
 */
export function PreferencesScreen(link: PreferencesLink) {
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-8">
        <h1 className="text-3xl">What you get by email</h1>
        <Loaded {...link} />
      </div>
    </div>
  );
}

function Loaded(link: PreferencesLink): ReactNode {
  const { outcome, choosing, retry } = usePreferences(link.token);
  if (choosing) return <PreferencesParts {...choosing} from={link.from} />;
  if (!outcome) {
    return (
      <>
        <SystemLine busy className="noscript:hidden">
          {messages.LOADING_PREFERENCES}
        </SystemLine>
        <PreferencesForm {...link} />
      </>
    );
  }
  if (!outcome.ok && !isVoid(outcome.status)) {
    return <RetryNotice retry={retry}>{outcome.sentence}</RetryNotice>;
  }
  return (
    <>
      <div role="status">
        <Notice tone="warn">{outcome.ok ? messages.LINK_UNKNOWN : outcome.sentence}</Notice>
      </div>
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
