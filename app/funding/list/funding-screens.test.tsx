import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import CartPage from './cart.page.tsx';
import { FundingListPanel } from './funding-list-panel.tsx';
import { coversNeed } from './funding-list.ts';
import { FundingPoints } from './how-funding-works.tsx';
import { ProductFunding } from './product-funding.tsx';
import { oatRings } from '#test/support/oat-rings.ts';
import { ItemAmount, ItemMark, RemoveButton } from './listed-item.tsx';
import { LIST_NEEDS_JAVASCRIPT } from '#app/funding/list-messages.ts';
import { ORDER_NEEDS_JAVASCRIPT } from '#app/funding/checkout/order-messages.ts';
import { OrderDetails } from '#app/funding/checkout/order-details.tsx';
import { OrderScreen } from '#app/funding/checkout/order-screen.tsx';
import { wordsFor } from '#app/funding/checkout/order-words.ts';

function render(element: ReactNode, at = '/'): string {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

describe('what the server sends of the funding screens', () => {
  it.each([
    ['the panel', <FundingListPanel key="panel" />],
    ['the list page', <CartPage key="cart" />],
  ])('%s knows no list, claims no empty one, and says what it needs', (_, element) => {
    const html = render(element);
    expect(html).toContain(LIST_NEEDS_JAVASCRIPT);
    expect(html).not.toContain('Nothing here yet');
    expect(html).not.toContain('is empty');
    expect(html).not.toContain('style=');
  });

  it('the panel offers nothing to commit yet', () => {
    const html = render(<FundingListPanel />);
    expect(html).toContain('FUNDING LIST');
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*><span>COMMIT FUNDING/);
  });

  it('the success page waits for its order, and says so without scripts', () => {
    const html = render(<OrderScreen sessionId="cs_1" />);
    expect(html).toContain('Thank you. Confirming your payment…');
    expect(html).toContain(ORDER_NEEDS_JAVASCRIPT);
  });

  it('the success page says when its address names no checkout', () => {
    const html = render(<OrderScreen sessionId="" />);
    expect(html).toContain('[ERROR]: ');
    expect(html).not.toContain('Loading');
  });

  it('the five points say what a test for metals costs where only such are meant', () => {
    const html = render(<FundingPoints panel="metals" />);
    const goal = '$825 pays for 3 samples at our target of $275 each.';
    expect(html).toContain(`To be tested for metals: ${goal} Nobody can add more`);
    expect(html).not.toMatch(/425|1,275/);
  });

  it('the five points stand in the order of the spec', () => {
    const html = render(<FundingPoints />);
    const places = [
      'Each product needs a specific amount',
      'Payment is processed immediately',
      'Testing begins when the goal is reached',
      'Progress updates are automatic',
      'Automatic refund after 365 days if the goal is not reached',
    ].map((point) => html.indexOf(point));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(html.match(/<li/g)).toHaveLength(5);
  });
});

describe('the details of an order', () => {
  const order = {
    kind: 'funding',
    totalAmount: 25,
    email: 'reader@example.org',
    products: [{ productId: 1001, name: 'Honey', brand: 'Acacia', amount: 25 }],
    subscriptionId: null,
    customerId: null,
    isOwn: true,
  };

  it('name total, email, and each product with its brand and amount', () => {
    const html = render(<OrderDetails order={order} />);
    for (const part of ['Total', '$25', 'Email', 'reader@example.org', 'Honey', 'Acacia']) {
      expect(html).toContain(part);
    }
  });

  it('say what was more than a product needed, and count only the rest', () => {
    const part = { ...order, products: [{ ...order.products[0]!, excess: 20 }] };
    expect(render(<OrderDetails order={part} />)).toContain(
      '$20 of it was more than needed, so it is refunded.',
    );
    expect(wordsFor(part).lead).toBe(
      'Thank you. $5 is recorded and counts from now on. The other $20 was more than was still needed when your payment arrived, so it is refunded automatically to the card you paid with.',
    );
    const all = { ...order, products: [{ ...order.products[0]!, excess: 25 }] };
    expect(wordsFor(all)).toEqual({
      lead: 'Thank you. When your payment arrived, it was no longer needed, so it is refunded automatically to the card you paid with.',
      next: [],
    });
    expect(wordsFor(order).lead).toContain('Your contribution is recorded and counts');
    // What was no longer needed when it came is no less true once it has gone back.
    expect(wordsFor({ ...all, isTakenBack: true })).toEqual(wordsFor(all));
    for (const kind of ['funding', 'donation', 'subscription']) {
      const { lead, next } = wordsFor({ ...order, kind, isTakenBack: true });
      expect([lead, next]).toEqual([expect.stringContaining('so it does not count now'), []]);
    }
  });

  it('leave the email out where its payer had themselves erased', () => {
    const html = render(<OrderDetails order={{ ...order, email: null }} />);
    expect(html).not.toContain('Email');
    expect(html).toContain('Honey');
  });
});

describe('a listed item', () => {
  const item = {
    id: 1001,
    productId: 1001,
    name: 'Honey',
    amount: 75,
    target_amount: 1275,
    current_amount: 1200,
  };

  it('says in words, not by its colour alone, that it covers the remaining need', () => {
    expect(coversNeed(item)).toBe(true);
    expect(render(<ItemMark item={item} />)).toContain('Completes the goal');
    expect(render(<ItemMark item={{ ...item, amount: 74 }} />)).toBe('');
    const plain = render(<ItemAmount item={{ ...item, amount: 74 }} />);
    expect(render(<ItemAmount item={item} />)).not.toBe(plain.replace('$74', '$75'));
  });

  it('says before it is paid which samples it completes', () => {
    const mark = (current_amount: number, amount: number) =>
      render(<ItemMark item={{ ...item, current_amount, amount }} />);
    expect(mark(800, 50)).toContain('Completes the second sample');
    expect(mark(400, 500)).toContain('Completes the first and second samples');
    expect(mark(400, 20)).toBe('');
  });

  it('says that others have funded it', () => {
    const funded = { ...item, current_amount: 1275 };
    expect(render(<ItemMark item={funded} />)).toContain('Fully funded by others');
  });

  it('has a remove button that names it', () => {
    const html = render(<RemoveButton name="Honey" onClick={() => {}} />);
    expect(html).toContain('aria-label="Remove Honey"');
  });
});

describe('the page of a product to fund', () => {
  const shown = (more: object) => render(<ProductFunding product={{ ...oatRings, ...more }} />);

  it('says why, what is missing, what to give and what is promised, in this order', () => {
    const html = shown({});
    const places = [
      'Nobody has tested this. $1,275 pays for three samples.',
      '$935 is still missing.',
      '+$20',
      'Other amount for Oat Rings, in whole dollars',
      'Share',
      'refunded automatically',
    ].map((words) => html.indexOf(words));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('offers one amount first: the usual gift, or what completes the goal', () => {
    const first = (html: string) =>
      [...html.matchAll(/<button[^>]*bg-accent-ink[^>]*><span>(.*?)<\/span>/g)].map(
        ([, text]) => text,
      );
    const html = shown({});
    expect(first(html)).toEqual(['+$20']);
    expect([...html.matchAll(/>(\+\$\d+)</g)].map(([, text]) => text)).toEqual([
      '+$20',
      '+$5',
      '+$10',
      '+$100',
      '+$500',
    ]);
    const close = shown({ current_amount: 1263 });
    expect(first(close)).toEqual(['Fund the last $12']);
    expect(close).toContain('+$20');
  });

  it.each([
    ['in testing', { testing_status: 'Testing in Progress', current_amount: 1275 }],
    ['off the list', { removed_reason: 'removed' }],
  ])('asks for nothing while it is %s', (_, more) => {
    expect(shown(more)).not.toMatch(/Nobody has tested|Other \$|missing|365 days/);
  });
});

describe('after the hosted page’s way back', () => {
  it('the list says that nothing was charged, and only then', () => {
    expect(render(<CartPage />, '/cart?checkout=canceled')).toContain('You were not charged.');
    expect(render(<CartPage />, '/cart')).not.toContain('You were not charged.');
  });
});
