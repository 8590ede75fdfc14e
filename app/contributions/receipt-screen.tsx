import { href, Link } from 'react-router';
import * as messages from './messages.ts';
import { ListForm, ReceiptForm } from './receipt-form.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { ask, type Asked, type NotAnswered } from '#app/http/ask.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';

export const RECEIPT = 'get /api/contributions/{id}/receipt';

type Loaded = Asked<typeof RECEIPT>;

/** The receipt of one payment, fetched by the browser that may see it. */
export function ReceiptScreen({ id, sent }: { id: string; sent?: Loaded | undefined }) {
  const { outcome, retry } = useLoaded(
    id,
    (signal) => ask(RECEIPT, { params: { id }, signal, failed: messages.receiptFailed }),
    sent,
  );
  const isShown = outcome?.ok;
  return (
    <div className="page-column pt-10 pb-20 print:p-0">
      <div className="mx-auto flex max-w-prose flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
          <Link
            to={href('/view-contributions')}
            className={`font-mono text-sm link ${sent ? 'noscript:hidden' : ''}`}
          >
            ← Your contributions
          </Link>
          {sent && <ListForm>← Your contributions</ListForm>}
          {isShown && (
            <Button variant="primary" className="noscript:hidden" onClick={() => window.print()}>
              Print or save as PDF
            </Button>
          )}
        </div>
        {isShown ? (
          <ReceiptSheet receipt={outcome.body} />
        ) : (
          <>
            <h1 className="text-3xl">Receipt</h1>
            {outcome ? <Missing id={id} outcome={outcome} retry={retry} /> : <Waiting id={id} />}
          </>
        )}
      </div>
    </div>
  );
}

function Missing({ id, outcome, retry }: { id: string; outcome: NotAnswered; retry: () => void }) {
  const isSignedOut = outcome.status === 401;
  if (!isSignedOut && !messages.isUnknown(outcome.status)) {
    return (
      <>
        <RetryNotice retry={retry}>{outcome.sentence}</RetryNotice>
        <ReceiptForm id={id}>Try again</ReceiptForm>
      </>
    );
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

function Waiting({ id }: { id: string }) {
  return (
    <>
      <SystemLine busy className="noscript:hidden">
        {messages.LOADING_RECEIPT}
      </SystemLine>
      <ReceiptForm id={id}>Show the receipt</ReceiptForm>
    </>
  );
}
