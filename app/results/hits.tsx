import { href, Link } from 'react-router';
import type { ReactNode } from 'react';
import type { Product } from '#app/catalogue/product-schema.ts';
import { NOT_LOOKED_AT, statusText } from '#app/catalogue/messages.ts';
import { formatDollars } from '#app/kit/money.ts';
import { testedFor, testName } from '#app/toxicology/panels/panels.ts';
import { SmallPhoto } from '#app/pictures/photo.tsx';
import { tileShape } from '#app/pictures/tile-shape.ts';
import { RuledSection } from '#app/ui/rule-label.tsx';
import { TextLink } from '#app/ui/text-link.tsx';

/** Products to fund, and what they have of their goals where that is known; nothing for none. */
export function ToFund({
  id,
  title,
  items,
  further = {},
}: {
  id: string;
  title: string;
  /** Other tests of the same items, by product. */
  further?: Record<number, readonly Product[]>;
  items: readonly (Product | Pick<Product, 'id' | 'name'>)[];
}) {
  if (items.length === 0) return null;
  return (
    <RuledSection {...{ id, title }} className="mt-8">
      <ul>
        {items.map((product) => (
          <Hit
            key={product.id}
            to={href('/product/:id', { id: String(product.id) })}
            name={testName(product)}
            photo={
              'image_url' in product && (
                <SmallPhoto url={product.image_url} shape={tileShape(product)} />
              )
            }
          >
            {'current_amount' in product && <FundedSoFar product={product} />}
            <OtherTests tests={further[product.id]} />
          </Hit>
        ))}
      </ul>
    </RuledSection>
  );
}

/** What else a product is tested for, or can be funded to be: a line for each; nothing for none. */
export function OtherTests({ tests = [] }: { tests?: readonly Product[] | undefined }) {
  return tests.map((test) => (
    <p key={test.id} className="relative z-10 mt-1 w-fit text-sm">
      {test.testing_status === 'Tested' ? 'Also tested for: ' : 'Also to fund: '}
      <TextLink to={`/${test.testing_status === 'Tested' ? 'plasticlist' : 'product'}/${test.id}`}>
        {testedFor(test)}
      </TextLink>
      {test.testing_status !== 'Tested' &&
        `, ${formatDollars(test.current_amount)} of ${formatDollars(test.target_amount)}`}
    </p>
  ));
}

/** What a product has of its goal. */
export function FundedSoFar({ product }: { product: Product }) {
  return (
    <p className="text-sm text-ink-soft tabular">
      {statusText(product)} · {formatDollars(product.current_amount)} of{' '}
      {formatDollars(product.target_amount)}
      {product.awaits_review && ` · ${NOT_LOOKED_AT}`}
    </p>
  );
}

/** One product, pressed wherever its row is. */
export function Hit({
  to,
  name,
  photo,
  children,
}: {
  to: string;
  name: string;
  photo?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="relative border-b border-line py-3">
      <h3 className="flex items-center gap-x-3 text-lg leading-snug">
        {photo}
        <Link
          to={to}
          className="min-w-0 wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
      </h3>
      {children}
    </li>
  );
}
