import { CartScreen } from './cart-screen.tsx';
import { site } from '#app/site.ts';

export function meta() {
  return [{ title: `Funding list · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function CartPage() {
  return <CartScreen />;
}
