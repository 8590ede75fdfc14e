import { useContext, useEffect, useRef } from 'react';
import { CELL_NAMES, ContributionRow, LEDGER_COLUMNS } from './contribution-row.tsx';
import { sumWords } from './contribution-words.ts';
import type { Contribution } from './contribution-schema.ts';
import { LookupContext } from './lookup.ts';
import * as messages from './messages.ts';
import { typedFor } from './refund-request.tsx';
import { useLookupForm } from './use-lookup.ts';
import { FailureNotice } from './failure-notice.tsx';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** The last step: everything that was given, as the pages of a ledger. */
export function ContributionList({
  contributions,
  hasMoved,
}: {
  contributions: Contribution[];
  hasMoved: boolean;
}) {
  const { Form, busy } = useLookupForm();
  const heading = useRef<HTMLHeadingElement>(null);
  const lookup = useContext(LookupContext);
  // A form that was refused says so itself.
  const isShownBelow =
    lookup.typed?.intent === 'erase' ||
    contributions.some((one) => typedFor(one, lookup) !== undefined);
  useEffect(() => {
    if (hasMoved) heading.current?.focus();
  }, [hasMoved]);

  return (
    <section aria-labelledby="contributions">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <p className="label text-ink-faint">Contributions from</p>
          <h2
            ref={heading}
            id="contributions"
            tabIndex={-1}
            className="mt-1 text-xl wrap-anywhere sm:text-2xl"
          >
            {lookup.email}
          </h2>
        </div>
        <div className="flex items-center gap-3">
          <p className="max-w-72 text-sm text-ink-faint">
            <span className="noscript:hidden">It closes automatically after 30 minutes. </span>
            On a shared computer, close it yourself.
          </p>
          <Form method="post" defaultShouldRevalidate={false}>
            <input type="hidden" name="intent" value="close" />
            <Button type="submit" busy={busy === 'close'}>
              Close<span className="sr-only"> this list</span>
            </Button>
          </Form>
        </div>
      </header>
      {lookup.failure && !isShownBelow && (
        <FailureNotice failure={lookup.failure} className="mt-4" />
      )}
      {contributions.length === 0 ? (
        <Notice className="mt-6">{messages.NO_CONTRIBUTIONS}</Notice>
      ) : (
        <>
          <Sum contributions={contributions} />
          <Ledger contributions={contributions} />
        </>
      )}
    </section>
  );
}

function Sum({ contributions }: { contributions: Contribution[] }) {
  const parts = sumWords(contributions);
  return (
    <ul className="mt-5 flex flex-wrap gap-x-8 gap-y-2">
      {parts.map((part, index) => (
        <li
          key={part}
          className={`font-mono tabular ${index === 0 ? 'text-lg font-semibold' : 'self-end text-sm text-ink-soft'}`}
        >
          {part}
        </li>
      ))}
    </ul>
  );
}

/** A ledger, which below 1024 px becomes a card for each entry. Each cell names itself. */
function Ledger({ contributions }: { contributions: Contribution[] }) {
  return (
    <>
      <RuleLabel as="h3" id="entries" className="mt-6" note={contributions.length}>
        Entries
      </RuleLabel>
      <p
        aria-hidden="true"
        className={`label mt-4 border-b-2 border-line-strong pb-2 text-ink-faint max-lg:hidden ${LEDGER_COLUMNS}`}
      >
        {Object.entries(CELL_NAMES).map(([key, name]) => (
          <span key={key} className={key === 'amount' ? 'text-right' : ''}>
            {name}
          </span>
        ))}
      </p>
      <ul
        aria-labelledby="entries"
        className="max-lg:mt-4 max-lg:grid max-lg:gap-4 md:max-lg:grid-cols-2"
      >
        {contributions.map((contribution) => (
          <ContributionRow key={contribution.id} contribution={contribution} />
        ))}
      </ul>
    </>
  );
}
