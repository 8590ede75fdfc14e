import { useSearchParams } from 'react-router';
import { ConfirmScreen } from './confirm-screen.tsx';
import { site } from '#app/site.ts';

/** The address holds a token: no search engine lists it, and nobody is told of it. */
export function meta() {
  return [
    { title: `Confirm your subscription · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export default function ConfirmPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token')?.trim() ?? '';
  return <ConfirmScreen key={token} token={token} />;
}
