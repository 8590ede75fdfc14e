import { useId, useState, type FormEvent } from 'react';
import type { Failure } from './lookup.ts';
import { ERASING_FAILED } from './messages.ts';
import { FailureNotice } from './step-notes.tsx';
import { ask } from '#app/platform/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Input } from '#app/ui/field.tsx';
import { REFUND_DAYS } from '#app/kit/facts.ts';

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

/** The button that has everything erased, and the dialog that makes sure of it. */
export function EraseData({ onErased }: { onErased: (word: string) => void }) {
  const form = useId();
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const close = () => setOpen(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const erased = await ask('post /api/erase-my-data', {
      body: { email: email.trim() },
      failed: ERASING_FAILED,
    });
    setBusy(false);
    if (erased.ok) onErased(erased.body.message);
    else setFailure({ sentence: erased.sentence });
  }

  return (
    <>
      <Button
        size="small"
        className="border-danger! text-danger! noscript:hidden"
        onClick={() => setOpen(true)}
      >
        Erase my data
      </Button>
      <Dialog
        open={isOpen}
        title="Erase my data"
        onClose={close}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={form} busy={isBusy} className="border-danger! text-danger!">
              {isBusy ? 'Erasing…' : 'Erase permanently'}
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
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
            name="confirm-email"
            type="email"
            autoComplete="off"
            required
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {failure && <FailureNotice failure={failure} />}
        </form>
      </Dialog>
    </>
  );
}
