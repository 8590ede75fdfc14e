import { useContext, type ReactNode } from 'react';
import { href } from 'react-router';
import { LookupContext } from './lookup.ts';
import { OTHER_EMAIL } from './messages.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useLookupForm } from './use-lookup.ts';
import { REFUND_DAYS } from '#app/kit/facts.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { useRestoredFocus } from '#app/ui/use-restored-focus.ts';

/** What belongs to the person behind the address: to take along, to choose, to have erased. */
export function MyData({ preferencesUrl }: { preferencesUrl: string }) {
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
        <Offer
          text="Product news, the newsletter, or only what you ask or pay for."
          action={
            <a href={preferencesUrl} className={buttonClass({ size: 'small' })}>
              Which emails you get
            </a>
          }
        />
        <Offer
          text="Your address is removed from everything we store. What you gave stays in our books, without your name."
          action={<EraseData />}
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

/** What erasing does, and what it leaves. */
const CONSEQUENCES = [
  {
    heading: 'What is erased',
    points: [
      'Your email address, wherever it is stored: with contributions, donations, follows, the newsletter, codes, and emails.',
      'Monthly donations. They are canceled first, and if that fails, nothing is erased.',
    ],
  },
  {
    heading: 'What stays',
    points: [
      `The money you gave, in our books but without your name. The same rules apply: it pays for the test, or goes back to your card after ${REFUND_DAYS} days if the goal is not reached.`,
      'Refunds in progress. They still arrive.',
      'The records of your payments that the payment provider has to keep.',
    ],
  },
  {
    heading: 'What you lose',
    points: [
      'Nobody can look up your contributions anymore, not even you, and you can’t request a refund here.',
      'We can’t email you before money goes back, because we no longer have your address.',
    ],
  },
];

/** Has everything erased, once the address is typed again; refused, it is open with what was typed. */
function EraseData() {
  const { typed, failure } = useContext(LookupContext);
  const { Form, busy } = useLookupForm();
  const isBusy = busy === 'erase';
  const button = useRestoredFocus(isBusy);
  const own = typed?.intent === 'erase' ? typed : undefined;
  const wrong = own && failure?.sentence === OTHER_EMAIL ? OTHER_EMAIL : undefined;
  return (
    <details id="erase" open={own !== undefined || undefined}>
      <summary className="min-h-6 cursor-pointer font-mono text-sm text-danger underline">
        Erase my data
      </summary>
      <Form
        method="post"
        action={`${href('/view-contributions')}#erase`}
        defaultShouldRevalidate={false}
        className="mt-4 flex max-w-prose flex-col items-start gap-5"
      >
        <input type="hidden" name="intent" value="erase" />
        {CONSEQUENCES.map(({ heading, points }) => (
          <section key={heading}>
            <h3 className="label text-ink-soft">{heading}</h3>
            <ul className="mt-1.5 list-disc space-y-1.5 pl-5 text-sm marker:text-line-strong">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
        ))}
        <Input
          label="Type your email again"
          hint="This can’t be undone."
          type="email"
          name="email"
          autoComplete="off"
          required
          maxLength={254}
          defaultValue={own?.email}
          error={wrong}
          className="w-full"
        />
        {own && failure && !wrong && <FailureNotice failure={failure} />}
        <Button ref={button} type="submit" busy={isBusy} className="border-danger! text-danger!">
          {isBusy ? 'Erasing…' : 'Erase permanently'}
        </Button>
      </Form>
    </details>
  );
}
