import { useEffect, useRef, type FormEvent } from 'react';
import { href, Link } from 'react-router';
import { CodeStep } from './code-step.tsx';
import { ContributionList } from './contribution-list.tsx';
import { EmailStep } from './email-step.tsx';
import type { Lookup, LookupEvent } from './lookup.ts';
import * as messages from './messages.ts';
import { MyData } from './my-data.tsx';
import { FailureNotice } from './step-notes.tsx';
import { useLookup, type LookupActions } from './use-lookup.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';

/** The lookup's steps, one at a time (spec §2 "View contributions"). */
export function LookupScreen({ happened = [] }: { happened?: LookupEvent[] | undefined }) {
  const { lookup, actions } = useLookup(happened);
  if (lookup.step === 'list') return <Opened lookup={lookup} actions={actions} />;
  return (
    <div className="mx-auto w-full max-w-prose">
      <Step lookup={lookup} actions={actions} />
    </div>
  );
}

function Step({ lookup, actions }: { lookup: Lookup; actions: LookupActions }) {
  switch (lookup.step) {
    case 'code':
      return (
        <CodeStep
          lookup={lookup}
          onVerify={actions.verify}
          onSendAgain={() => actions.send(lookup.email)}
          onOtherEmail={actions.useOtherEmail}
        />
      );
    case 'opening':
      return <Opening lookup={lookup} actions={actions} />;
    case 'erased':
      return <Erased word={lookup.word} />;
    default:
      return <EmailStep lookup={lookup} onSend={actions.send} />;
  }
}

function Opened({ lookup, actions }: { lookup: Lookup; actions: LookupActions }) {
  if (!lookup.found) return null;
  const { contributions, preferences_url: preferencesUrl } = lookup.found;
  return (
    <div className="flex flex-col gap-12">
      <ContributionList
        lookup={lookup}
        contributions={contributions}
        onAsked={actions.refundAsked}
        onClose={actions.close}
      />
      <MyData lookup={lookup} preferencesUrl={preferencesUrl} onErased={actions.erased} />
    </div>
  );
}

function Opening({ lookup, actions }: { lookup: Lookup; actions: LookupActions }) {
  if (!lookup.failure) return <SystemLine busy>{messages.LOADING}</SystemLine>;
  const instead = (act: () => unknown) => (event: FormEvent) => {
    event.preventDefault();
    act();
  };
  return (
    <>
      <FailureNotice failure={lookup.failure} />
      <div className="mt-4 flex flex-wrap gap-3">
        <form method="post" onSubmit={instead(actions.open)}>
          <input type="hidden" name="intent" value="open" />
          <Button type="submit" variant="primary">
            Try again
          </Button>
        </form>
        <form onSubmit={instead(actions.useOtherEmail)}>
          <Button type="submit" variant="quiet">
            Get a new code
          </Button>
        </form>
      </div>
    </>
  );
}

function Erased({ word = messages.ERASED }: { word?: string }) {
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
