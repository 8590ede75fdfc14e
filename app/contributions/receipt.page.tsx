import { receiptFailed } from './messages.ts';
import { RECEIPT, ReceiptScreen } from './receipt-screen.tsx';
import { formAdapterContext, loaded } from '#app/http/form-adapter.server.ts';
import { privateMeta } from '#app/http/private-page.ts';
import type { Route } from './+types/receipt.page.ts';

export const meta = () => privateMeta('Receipt');

/** The receipt, for the browser whose cookie says that it may see it. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const answered = await context.get(formAdapterContext)(RECEIPT, undefined, { params: { id } });
  return loaded<typeof RECEIPT>(answered, receiptFailed);
}

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  return <ReceiptScreen outcome={loaderData} />;
}
