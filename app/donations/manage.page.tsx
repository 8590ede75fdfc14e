import { useSearchParams } from 'react-router';
import { ManageScreen } from './manage-screen.tsx';
import { site } from '#app/site.ts';

/** The address holds a token: no search engine lists it, and nobody is told of it. */
export function meta() {
  return [
    { title: `Your monthly donations · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export default function ManagePage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token')?.trim() ?? '';
  return <ManageScreen key={token} token={token} />;
}
