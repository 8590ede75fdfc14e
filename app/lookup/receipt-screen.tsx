import { href, Link } from 'react-router';
import * as messages from './messages.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { ask, type NotAnswered } from '#app/platform/http/ask.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';

/** The receipt of one payment, fetched by the browser that may see it. */
export function ReceiptScreen({ id }: { id: string }) {
  const { outcome, retry } = useLoaded(id, (signal) =>
    ask('get /api/contributions/{id}/receipt', { params: { id }, signal, failed: sentenceFor }),
  );
  const isShown = outcome?.ok;
  return (
    <div className="page-column pt-10 pb-20 print:p-0">
      <div className="mx-auto flex max-w-prose flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
          <Link to={href('/view-contributions')} className="font-mono text-sm link">
            ← Your contributions
          </Link>
          {isShown && (
            <Button variant="primary" onClick={() => window.print()}>
              Print or save as PDF
            </Button>
          )}
        </div>
        {isShown ? (
          <ReceiptSheet receipt={outcome.body} />
        ) : (
          <>
            <h1 className="text-3xl">Receipt</h1>
            {outcome ? <Missing outcome={outcome} retry={retry} /> : <Waiting />}
          </>
        )}
      </div>
    </div>
  );
}

function Missing({ outcome, retry }: { outcome: NotAnswered; retry: () => void }) {
  const isSignedOut = outcome.status === 401;
  if (!isSignedOut && !isUnknown(outcome.status)) {
    return <RetryNotice retry={retry}>{outcome.sentence}</RetryNotice>;
  }
  return (
    <>
      <Notice tone="warn">{outcome.sentence}</Notice>
      <p>
        <Link to={href('/view-contributions')} className={buttonClass({ variant: 'primary' })}>
          {isSignedOut ? 'Get a code' : 'Go to your contributions'}
        </Link>
      </p>
    </>
  );
}

/** What could not be the name of any contribution is refused before it is looked for. */
const isUnknown = (status?: number) => status === 404 || status === 400;

function sentenceFor(_: string | undefined, status?: number): string {
  if (status === 401) return messages.NOT_SIGNED_IN;
  return isUnknown(status) ? messages.NOT_YOURS : messages.RECEIPT_FAILED;
}

function Waiting() {
  return (
    <>
      <SystemLine busy className="noscript:hidden">
        {messages.LOADING_RECEIPT}
      </SystemLine>
      <div className="hidden noscript:block">
        <Notice>{messages.NEEDS_JAVASCRIPT}</Notice>
      </div>
    </>
  );
}
