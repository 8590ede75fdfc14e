import { EmailField } from './email-field.tsx';
import * as messages from './messages.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { useSentForm } from '#app/ui/use-sent-form.ts';
import { Button } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toast.tsx';

/** What the call takes; an address can carry more. */
const QUERY_CHARACTERS = 200;
/** How long a sign-up's toast stays. */
export const SIGN_UP_TOAST_MS = 4000;

/** The home page's email sign-up: it tells what is being searched for beside the address. */
export function SignUpBanner({ search, sent }: { search: string; sent: FormOutcome | undefined }) {
  const toast = useToast();
  const { Form, form, button, isBusy, outcome, wrong, broken } = useSentForm({
    sent,
    failed: messages.HOME_SIGN_UP_FAILED,
    onDone: () => toast.show(messages.HOME_SIGNED_UP, { durationMs: SIGN_UP_TOAST_MS }),
  });
  return (
    <section data-skip-in-text aria-labelledby="sign-up">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5 lg:flex-col lg:items-stretch lg:rounded-lg lg:border lg:border-line lg:bg-paper-raised lg:p-4">
        <div className="min-w-0">
          <h2 id="sign-up" className="font-sans text-sm font-medium tracking-normal">
            New results, by email.
          </h2>
          <p
            role="status"
            className={`text-sm text-ink-soft ${outcome?.ok ? '' : 'max-sm:sr-only'}`}
          >
            {outcome?.ok ? messages.LETTER_ON_ITS_WAY : 'What was tested, and what was found.'}
          </p>
        </div>
        <Form
          ref={form}
          method="post"
          action="/?index#sign-up"
          defaultShouldRevalidate={false}
          aria-labelledby="sign-up"
          className="max-sm:w-full max-lg:w-84"
        >
          <input type="hidden" name="query" value={search.slice(0, QUERY_CHARACTERS)} />
          <input type="hidden" name="status" value="new" />
          <div className="flex gap-2">
            <EmailField
              labelHidden
              className="min-w-0 flex-1"
              defaultValue={sent?.typed.email}
              error={wrong}
            />
            <Button ref={button} type="submit" busy={isBusy} className="min-w-28 px-4!">
              {isBusy ? 'Sending…' : 'Sign up'}
            </Button>
          </div>
          {broken && (
            <p role="alert" className="mt-1.5 text-sm text-danger">
              {broken}
            </p>
          )}
        </Form>
      </div>
    </section>
  );
}
