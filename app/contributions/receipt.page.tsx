import { receiptFailed } from './messages.ts';
import { RECEIPT, ReceiptScreen } from './receipt-screen.tsx';
import { data } from 'react-router';
import { askedOf, formAdapterContext, headersOf } from '#app/http/form-adapter.server.ts';
import { site } from '#app/site.ts';
import type { Route } from './+types/receipt.page.ts';

/**
 * What it shows belongs to one person: no search engine lists it, and nobody is told of it. The origin
 * alone goes along, by which the form without scripts is known as the site's own.
 */
export function meta() {
  return [
    { title: `Receipt · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'strict-origin' },
  ];
}

/** Answers the receipt itself where no script asks for it. */
export async function action({ params, context }: Route.ActionArgs) {
  const { id } = params;
  const call = context.get(formAdapterContext);
  const answered = await call(RECEIPT, undefined, { params: { id } });
  const { status } = answered;
  return data(askedOf<typeof RECEIPT>(answered, receiptFailed), {
    status,
    headers: headersOf(answered),
  });
}

export default function ReceiptPage({ params, actionData }: Route.ComponentProps) {
  return <ReceiptScreen key={params.id} id={params.id} sent={actionData} />;
}
