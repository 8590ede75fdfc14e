import { useSearchParams } from 'react-router';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { changeFor } from './preferences.ts';
import { PreferencesScreen } from './preferences-screen.tsx';
import { site } from '#app/site.ts';
import type { Route } from './+types/preferences.page.ts';

/** What the letter's link is about; a duplicate's code means the product that it was merged into. */
export async function loader({ request }: Route.LoaderArgs) {
  const from = new URL(request.url).searchParams.get('from');
  const change = changeFor(from ?? undefined);
  if (change?.kind !== 'unfollow') return { from };
  const product = await findProduct(change.product_id);
  return { from: product ? `product-${product.id}` : from };
}

/** The address holds a token: no search engine lists it, and nobody is told of it. */
export function meta() {
  return [
    { title: `What you get by email · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export default function PreferencesPage({ loaderData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const token = parameters.get('token')?.trim() ?? '';
  return (
    <PreferencesScreen
      key={token}
      token={token}
      from={loaderData.from}
      done={parameters.get('done')}
    />
  );
}
