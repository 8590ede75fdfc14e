import { useEffect, useRef } from 'react';
import { href, Link } from 'react-router';
import { ContributionList } from './contribution-list.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { CodeStep, EmailStep } from './lookup-steps.tsx';
import { localDayText } from './contribution-words.ts';
import { LookupContext, type Lookup, type RefundNotice } from './lookup.ts';
import * as messages from './messages.ts';
import { MyData } from './my-data.tsx';
import { useLookup, useLookupForm } from './use-lookup.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';

/** The lookup's steps, one at a time. */
export function LookupScreen(page: { lookup: Lookup; isSent: boolean }) {
  const { lookup, hasMoved, useOtherEmail } = useLookup(page);
  if (lookup.step === 'list' && lookup.found) {
    const { contributions, preferences_url: preferencesUrl } = lookup.found;
    return (
      <LookupContext value={lookup}>
        <div className="flex flex-col gap-12">
          <ContributionList contributions={contributions} hasMoved={hasMoved} />
          <RefundNotices notices={lookup.notices ?? []} />
          <MyData preferencesUrl={preferencesUrl} />
        </div>
      </LookupContext>
    );
  }
  return (
    <div className="mx-auto w-full max-w-prose">
      {lookup.step === 'email' && <EmailStep lookup={lookup} hasMoved={hasMoved} />}
      {lookup.step === 'code' && <CodeStep lookup={lookup} onOtherEmail={useOtherEmail} />}
      {lookup.step === 'opening' && <Opening lookup={lookup} onOtherEmail={useOtherEmail} />}
      {lookup.step === 'erased' && <Erased word={lookup.word} />}
    </div>
  );
}

function Opening({ lookup, onOtherEmail }: { lookup: Lookup; onOtherEmail: () => void }) {
  const { Form } = useLookupForm();
  if (!lookup.failure) return <SystemLine>{messages.LOADING}</SystemLine>;
  return (
    <>
      <FailureNotice failure={lookup.failure} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Form method="post" defaultShouldRevalidate={false}>
          <input type="hidden" name="intent" value="open" />
          <Button type="submit" variant="primary">
            Try again
          </Button>
        </Form>
        <Link
          to={href('/view-contributions')}
          onClick={onOtherEmail}
          className={buttonClass({ variant: 'quiet' })}
        >
          Get a new code
        </Link>
      </div>
    </>
  );
}

function Erased({ word = messages.ERASED }: { word?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel aria-labelledby="erased" className="shadow-raised">
      <h2 ref={heading} id="erased" tabIndex={-1} className="text-xl">
        {word}
      </h2>
      <p className="mt-3 mb-5 text-ink-soft">
        Your money is still used for what you gave it for. Refunds in progress still arrive on your
        card. Thank you.
      </p>
      <Link to={href('/')} className={buttonClass()}>
        See the products
      </Link>
    </Panel>
  );
}

/** What was written to somebody about refunds, to be read here where an email did not arrive. */
function RefundNotices({ notices }: { notices: RefundNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <Panel aria-labelledby="notices">
      <RuleLabel id="notices" note={notices.length}>
        What we wrote to you about refunds
      </RuleLabel>
      <ul className="mt-1 divide-y divide-line">
        {notices.map(({ id, at, subject, text, cameBack }) => (
          <li key={id} className="py-3">
            <details>
              <summary className="cursor-pointer wrap-anywhere">
                <span>{subject}</span>
                <span className="ml-3 text-sm text-ink-soft">
                  {localDayText(at)}
                  {cameBack ? ', could not be delivered by email' : ''}
                </span>
              </summary>
              <p className="mt-3 text-sm wrap-anywhere whitespace-pre-line">{text}</p>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
