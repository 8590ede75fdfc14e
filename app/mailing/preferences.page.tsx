import { useSearchParams } from 'react-router';
import { PreferencesScreen } from '#app/mailing/preferences-screen.tsx';
import { site } from '#app/site.ts';

/** The address holds a token: no search engine lists it, and nobody is told of it. */
export function meta() {
  return [
    { title: `What you get by mail · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export default function PreferencesPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token')?.trim() ?? '';
  return (
    <PreferencesScreen
      key={token}
      token={token}
      from={parameters.get('from')}
      isDone={parameters.get('done') === '1'}
    />
  );
}
