import { href, Link } from 'react-router';
import { Status } from './preference-change.tsx';
import * as messages from './preferences-messages.ts';
import { isVoid, type FormOutcome } from '#app/http/ask.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useSentForm } from '#app/ui/use-sent-form.ts';

/**
 * What the letter's link opens. Opening it changes nothing, so that a mail scanner which follows
 * every link subscribes nobody: the button does.
 */
export function ConfirmScreen({ token, sent }: { token: string; sent?: FormOutcome | undefined }) {
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-6">
        <h1 className="text-3xl">Confirm your subscription</h1>
        {token === '' ? (
          <div>
            <Void sentence={messages.NO_TOKEN} />
          </div>
        ) : (
          <Asked sent={sent} />
        )}
      </div>
    </div>
  );
}

function Asked({ sent }: { sent: FormOutcome | undefined }) {
  const { button, isBusy, outcome, sendInPlace } = useSentForm({
    sent,
    failed: messages.CONFIRM_FAILED,
  });

  const isRefused = outcome?.ok === false && isVoid(outcome.status);
  return (
    <>
      <Status focusAt={outcome?.ok || isRefused ? 1 : undefined}>
        {outcome?.ok && <Done sentence={outcome.sentence} />}
        {isRefused && <Void sentence={outcome.sentence} />}
      </Status>
      {!outcome?.ok && !isRefused && (
        <>
          <p className="text-lg text-ink-soft">{messages.CONFIRM_LEAD}</p>
          {outcome && <Notice tone="error">{outcome.sentence}</Notice>}
          {/* Sent to this very address, whose token no page holds. */}
          <form method="post" onSubmit={sendInPlace}>
            <input type="hidden" name="confirm" value="yes" />
            <Button
              ref={button}
              type="submit"
              variant="primary"
              busy={isBusy}
              className="w-full sm:w-auto"
            >
              {isBusy ? 'Confirming…' : 'Confirm my subscription'}
            </Button>
          </form>
          <p className="text-sm text-ink-soft">
            Not you? Close this page. An address that nobody confirms is deleted after 30 days.
          </p>
        </>
      )}
    </>
  );
}

function Done({ sentence }: { sentence: string }) {
  return (
    <>
      <Notice tone="good">{sentence}</Notice>
      <p className="mt-6">
        <Link to={href('/')} className={buttonClass()}>
          See the products
        </Link>
      </p>
    </>
  );
}

function Void({ sentence }: { sentence: string }) {
  return (
    <>
      <Notice tone="warn">{sentence}</Notice>
      <p className="mt-6">
        You can subscribe again on{' '}
        <Link to={href('/about')} className="link">
          the About page
        </Link>
        .
      </p>
    </>
  );
}
