import { href, Link } from 'react-router';
import { UNKNOWN_BRAND } from '#app/catalogue/messages.ts';
import type { CompletedOrder } from './use-order.ts';
import * as messages from './order-messages.ts';
import { centsFromDollars, dollarsFromCents, formatDollars } from '#app/kit/money.ts';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** What was paid for: total, email, and each product with its brand and amount. */
export function OrderDetails({ order }: { order: CompletedOrder }) {
  // What no product got.
  const given = order.products.reduce((cents, { amount }) => cents + centsFromDollars(amount), 0);
  const donated = dollarsFromCents(centsFromDollars(order.totalAmount) - given);
  return (
    <Panel aria-labelledby="order" className="shadow-raised">
      <RuleLabel id="order">Order details</RuleLabel>
      <ul className="mt-2">
        {order.products.map((product) => (
          <li
            key={product.productId}
            className="flex items-baseline justify-between gap-6 border-b border-line py-3"
          >
            <div className="min-w-0">
              <Link
                to={href('/product/:id', { id: String(product.productId) })}
                className="wrap-anywhere link"
              >
                {product.name}
              </Link>
              <p className="text-sm text-ink-soft">{product.brand || UNKNOWN_BRAND}</p>
              {product.excess !== undefined && (
                <p className="text-sm text-warn">
                  {formatDollars(product.excess)} of it was more than needed, so it is refunded.
                </p>
              )}
            </div>
            <span className="font-mono tabular">{formatDollars(product.amount)}</span>
          </li>
        ))}
        {donated > 0 && (
          <li className="flex items-baseline justify-between gap-6 border-b border-line py-3">
            <span>{order.kind === 'subscription' ? 'Monthly donation' : 'Donation'}</span>
            <span className="font-mono tabular">{formatDollars(donated)}</span>
          </li>
        )}
      </ul>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 pt-4">
        <dt className="label text-ink-soft">Total</dt>
        <dd className="text-right font-mono text-xl font-semibold tabular">
          {formatDollars(order.totalAmount)}
        </dd>
        {order.email !== null && (
          <>
            <dt className="label text-ink-soft">Email</dt>
            <dd className="text-right wrap-anywhere">
              {order.email}
              {!order.isOwn && (
                <span className="block text-sm text-ink-soft">{messages.EMAIL_MASKED}</span>
              )}
            </dd>
          </>
        )}
      </dl>
    </Panel>
  );
}
