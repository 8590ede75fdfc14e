import { useEffect, useRef, useState, type ReactNode } from 'react';
import { href, Link } from 'react-router';
import * as said from './preferences-messages.ts';
import { ask, isVoid, type Asked } from '#app/platform/http/ask.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';

/**
 * What the letter's link opens. Opening it changes nothing, so that a mail scanner which follows
 * every link subscribes nobody: the button does.
 */
export function ConfirmScreen({ token }: { token: string }) {
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-6">
        <h1 className="text-3xl">Confirm your subscription</h1>
        {token === '' ? (
          <div>
            <Void sentence={said.NO_TOKEN} />
          </div>
        ) : (
          <Asked token={token} />
        )}
      </div>
    </div>
  );
}

function Asked({ token }: { token: string }) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Asked<'post /api/confirm-subscription'>>();
  const button = useFocusKept(isBusy);

  async function confirm() {
    if (isBusy) return;
    setBusy(true);
    const found = await ask('post /api/confirm-subscription', {
      body: { token },
      failed: said.linkFailed(said.CONFIRM_FAILED),
    });
    setOutcome(found);
    setBusy(false);
  }

  const isRefused = outcome?.ok === false && isVoid(outcome.status);
  return (
    <>
      <Outcome>
        {outcome?.ok && <Done sentence={outcome.body.message} />}
        {isRefused && <Void sentence={outcome.sentence} />}
      </Outcome>
      {!outcome?.ok && !isRefused && (
        <>
          <p className="text-lg text-ink-soft">{said.CONFIRM_LEAD}</p>
          {outcome && !isBusy && <Notice tone="error">{outcome.sentence}</Notice>}
          <p className="noscript:hidden">
            <Button
              ref={button}
              variant="primary"
              busy={isBusy}
              onClick={() => void confirm()}
              className="w-full sm:w-auto"
            >
              {isBusy ? 'Confirming…' : 'Confirm my subscription'}
            </Button>
          </p>
          <div className="hidden noscript:block">
            <Notice>{said.CONFIRMING_NEEDS_JAVASCRIPT}</Notice>
          </div>
          <p className="text-sm text-ink-soft">
            Not you? Close this page. An address that nobody confirms is deleted after 30 days.
          </p>
        </>
      )}
    </>
  );
}

/** What came of it is announced, and takes the focus of the button that is gone. */
function Outcome({ children }: { children: ReactNode[] }) {
  const place = useRef<HTMLDivElement>(null);
  const isFilled = children.some(Boolean);
  useEffect(() => {
    if (isFilled && document.activeElement === document.body) place.current?.focus();
  }, [isFilled]);
  return (
    <div ref={place} tabIndex={-1} role="status" className={isFilled ? '' : 'contents'}>
      {children}
    </div>
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
