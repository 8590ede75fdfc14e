import { useSearchParams } from 'react-router';
import { ManageDonation } from '#app/donations/manage-donation.tsx';
import { OrderScreen } from './order-screen.tsx';
import { site } from '#app/site.ts';

export function meta() {
  return [{ title: `Thank you · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function SuccessPage() {
  const [parameters] = useSearchParams();
  const sessionId = parameters.get('session_id')?.trim() ?? '';
  return <OrderScreen key={sessionId} sessionId={sessionId} manage={ManageDonation} />;
}
