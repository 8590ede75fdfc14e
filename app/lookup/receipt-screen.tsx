import { href, Link } from 'react-router';
import { fetchReceipt, type ReceiptOutcome } from './lookup-calls.ts';
import * as messages from './messages.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { patientFetch } from '#app/platform/limits/patient-fetch.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';

/** The receipt of one payment, fetched by the browser that may see it. */
export function ReceiptScreen({ id }: { id: string }) {
  const { outcome, retry } = useLoaded<ReceiptOutcome>(id, (signal) =>
    fetchReceipt(id, (input, init) => patientFetch(input, { ...init, signal })),
  );
  const isShown = outcome?.kind === 'receipt';
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
          <ReceiptSheet receipt={outcome.receipt} />
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

function Missing({
  outcome,
  retry,
}: {
  outcome: Exclude<ReceiptOutcome, { kind: 'receipt' }>;
  retry: () => void;
}) {
  if (outcome.kind === 'failed') {
    return <RetryNotice retry={retry}>{outcome.sentence}</RetryNotice>;
  }
  return (
    <>
      <Notice tone="warn">{outcome.sentence}</Notice>
      <p>
        <Link to={href('/view-contributions')} className={buttonClass({ variant: 'primary' })}>
          {outcome.kind === 'signedOut' ? 'Get a code' : 'Go to your contributions'}
        </Link>
      </p>
    </>
  );
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
