import { href, Link } from 'react-router';
import * as messages from './messages.ts';
import { Missing } from './failure-notice.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { formAdapterContext, loaded } from '#app/http/form-adapter.server.ts';
import { privateMeta } from '#app/http/private-page.ts';
import { Button } from '#app/ui/button.tsx';
import type { Route } from './+types/receipt.page.ts';

const RECEIPT = 'get /api/contributions/{id}/receipt';

export const meta = () => privateMeta('Receipt');

/** The receipt, for the browser whose cookie says that it may see it. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const answered = await context.get(formAdapterContext)(RECEIPT, undefined, { params: { id } });
  return loaded<typeof RECEIPT>(answered, messages.receiptFailed);
}

/** The receipt of one payment, to be printed. */
export default function ReceiptPage({ loaderData: outcome }: Route.ComponentProps) {
  return (
    <div className="page-column pt-10 pb-20 print:p-0">
      <div className="mx-auto flex max-w-prose flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
          <Link to={href('/view-contributions')} className="font-mono text-sm link">
            ← Your contributions
          </Link>
          {outcome.ok && (
            <Button variant="primary" className="noscript:hidden" onClick={() => window.print()}>
              Print or save as PDF
            </Button>
          )}
        </div>
        {outcome.ok ? (
          <ReceiptSheet receipt={outcome.body} />
        ) : (
          <>
            <h1 className="text-3xl">Receipt</h1>
            <Missing
              outcome={outcome}
              noUse={[400, 401, 404]}
              listText="Go to your contributions"
            />
          </>
        )}
      </div>
    </div>
  );
}
