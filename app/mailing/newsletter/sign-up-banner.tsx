import { href } from 'react-router';
import { EmailField } from '#app/mailing/email-field.tsx';
import * as messages from '#app/mailing/messages.ts';
import { useSignUp } from './use-sign-up.ts';
import { Button } from '#app/ui/button.tsx';

/** What the call takes; an address can carry more. */
const QUERY_CHARACTERS = 200;

/** The home page's email sign-up: a strip that tells what is being searched for beside the address. */
export function SignUpBanner({ search }: { search: string }) {
  const more = { query: search.slice(0, QUERY_CHARACTERS), status: 'new' } as const;
  const { isBusy, outcome, form, button, onSubmit } = useSignUp({
    thanks: messages.HOME_SIGNED_UP,
    failed: () => messages.HOME_SIGN_UP_FAILED,
    more,
  });
  return (
    <section aria-labelledby="sign-up" className="border-b border-line bg-paper-raised">
      <div className="page-column flex flex-col gap-x-8 gap-y-2 py-3 md:flex-row md:items-center md:justify-between">
        <div className="min-w-0">
          <h2 id="sign-up" className="font-sans text-sm font-medium tracking-normal">
            New results, by email.
          </h2>
          <p role="status" className="text-sm text-ink-soft">
            {outcome?.ok ? messages.LETTER_ON_ITS_WAY : messages.SIGN_UP_LEAD}
          </p>
        </div>
        <form
          ref={form}
          method="post"
          action={`${href('/about')}#newsletter`}
          aria-labelledby="sign-up"
          onSubmit={(event) => void onSubmit(event)}
          className="shrink-0 md:w-[23.5rem]"
        >
          <input type="hidden" name="query" value={more.query} />
          <input type="hidden" name="status" value={more.status} />
          <div className="flex gap-2">
            <EmailField labelHidden className="min-w-0 flex-1" />
            <Button ref={button} type="submit" busy={isBusy} className="min-w-28 px-4!">
              {isBusy ? 'Sending…' : 'Sign up'}
            </Button>
          </div>
          {outcome && !outcome.ok && (
            <p role="alert" className="mt-1.5 text-sm text-danger">
              {outcome.sentence}
            </p>
          )}
        </form>
      </div>
    </section>
  );
}
