import { href } from 'react-router';
import type { Lookup } from './lookup.ts';
import { OTHER_EMAIL } from './messages.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useLookupForm } from './use-lookup.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { REFUND_DAYS } from '#app/kit/facts.ts';
import { useRestoredFocus } from '#app/ui/use-restored-focus.ts';

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
export function EraseData({ lookup: { typed, failure } }: { lookup: Lookup }) {
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
