import { ReceiptScreen } from './receipt-screen.tsx';
import { site } from '#app/site.ts';
import type { Route } from './+types/receipt.page.ts';

/** What it shows belongs to one person: no search engine lists it, and nobody is told of it. */
export function meta() {
  return [
    { title: `Receipt · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export default function ReceiptPage({ params }: Route.ComponentProps) {
  return <ReceiptScreen key={params.id} id={params.id} />;
}
