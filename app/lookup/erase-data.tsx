import { useId, useState, type ComponentProps, type FormEvent } from 'react';
import { href } from 'react-router';
import type { Failure, Lookup } from './lookup.ts';
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
export function EraseData({
  lookup,
  onErased,
}: {
  lookup: Lookup;
  onErased: (word: string) => void;
}) {
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
      {lookup.isByForm && <ErasureForm lookup={lookup} />}
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
          <Consequences />
          <TypedEmail
            name="confirm-email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {failure && <FailureNotice failure={failure} />}
        </form>
      </Dialog>
    </>
  );
}

/** Erases without a script; refused, it is open again with what was typed. */
function ErasureForm({ lookup: { typed, failure } }: { lookup: Lookup }) {
  const own = typed?.intent === 'erase' ? typed : undefined;
  return (
    <details id="erase" open={own !== undefined} className="hidden noscript:block">
      <summary className="min-h-6 cursor-pointer font-mono text-sm text-danger underline">
        Erase my data
      </summary>
      <form
        method="post"
        action={`${href('/view-contributions')}#erase`}
        className="mt-4 flex max-w-prose flex-col items-start gap-5"
      >
        <input type="hidden" name="intent" value="erase" />
        <Consequences />
        <TypedEmail name="email" defaultValue={own?.email} className="w-full" />
        {own && failure && <FailureNotice failure={failure} />}
        <Button type="submit" className="border-danger! text-danger!">
          Erase permanently
        </Button>
      </form>
    </details>
  );
}

function Consequences() {
  return CONSEQUENCES.map(({ heading, points }) => (
    <section key={heading}>
      <h3 className="label text-ink-soft">{heading}</h3>
      <ul className="mt-1.5 list-disc space-y-1.5 pl-5 text-sm marker:text-line-strong">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  ));
}

function TypedEmail(field: Omit<ComponentProps<typeof Input>, 'label'>) {
  return (
    <Input
      label="Type your email again"
      hint="This can’t be undone."
      type="email"
      autoComplete="off"
      required
      maxLength={254}
      {...field}
    />
  );
}
