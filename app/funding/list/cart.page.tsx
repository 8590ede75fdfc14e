import { CartScreen } from './cart-screen.tsx';
import { openMatches } from '#app/funding/matching/read-matches.server.ts';
import { log } from '#app/platform/log.server.ts';
import { site } from '#app/site.ts';
import type { Route } from './+types/cart.page.ts';

/** Whether any match is open; where that cannot be read, the list is there all the same. */
export async function loader() {
  try {
    return { isMatched: (await openMatches()).length > 0 };
  } catch (error) {
    log.error({ err: error }, 'reading open matches failed');
    return { isMatched: false };
  }
}

export function meta() {
  return [{ title: `Funding list · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function CartPage({ loaderData }: Route.ComponentProps) {
  return <CartScreen isMatched={loaderData.isMatched} />;
}
