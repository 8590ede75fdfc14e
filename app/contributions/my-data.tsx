import type { ReactNode } from 'react';
import { EraseData } from './erase-data.tsx';
import type { Lookup } from './lookup.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** What belongs to the person behind the address: to take along, to choose, to have erased. */
export function MyData({
  lookup,
  preferencesUrl,
}: {
  lookup: Lookup;
  preferencesUrl: string | undefined;
}) {
  return (
    <Panel aria-labelledby="my-data">
      <RuleLabel id="my-data">My data</RuleLabel>
      <div className="mt-1 divide-y divide-line">
        <Offer
          text="Contributions, monthly donations, follows, the newsletter, and every email we sent you, as one JSON file."
          action={
            <a
              href="/api/my-data"
              download
              className={`${buttonClass({ size: 'small' })} whitespace-normal!`}
            >
              Download everything stored under this email
            </a>
          }
        />
        {preferencesUrl && (
          <Offer
            text="Product news, the newsletter, or only what you ask or pay for."
            action={
              <a href={preferencesUrl} className={buttonClass({ size: 'small' })}>
                Which emails you get
              </a>
            }
          />
        )}
        <Offer
          text="Your address is removed from everything we store. What you gave stays in our books, without your name."
          action={<EraseData lookup={lookup} />}
        />
      </div>
    </Panel>
  );
}

function Offer({ text, action }: { text: string; action: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-x-8 gap-y-2.5 py-4 last:pb-0 sm:flex-row sm:items-center sm:justify-between">
      <p className="max-w-prose text-sm text-ink-soft">{text}</p>
      <div className="shrink-0">{action}</div>
    </div>
  );
}
