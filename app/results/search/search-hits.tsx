import { href, Link } from 'react-router';
import type { Product } from '#app/catalogue/product-schema.ts';
import { statusText } from '#app/catalogue/messages.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { rowAnswer } from '#app/results/answer.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { families } from '#app/toxicology/families.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { NearestTested } from './nearest-tested.server.ts';
import type { ReactNode } from 'react';

/** What a search over everything found: tested products with their words, then the others. */
export function SearchHits({
  typed,
  tested,
  toFund,
  related,
}: {
  typed: string;
  tested: { items: readonly RiskLevelRow[]; total: number };
  toFund: { items: readonly Product[]; total: number };
  /** Where none to fund matches: some of the category of the first tested one. */
  related: readonly Product[];
}) {
  return (
    <>
      {tested.items.length > 0 && (
        <section aria-labelledby="hits-tested" className="mt-6">
          <RuleLabel id="hits-tested">{`${tested.total} tested`}</RuleLabel>
          <ul>
            {tested.items.map((row) => (
              <Hit
                key={row.product_id}
                to={href('/plasticlist/:originalId', { originalId: String(row.product_id) })}
                name={row.name}
              >
                <RowWords row={row} />
              </Hit>
            ))}
          </ul>
          {tested.total > tested.items.length && (
            <p className="mt-3 text-sm text-ink-soft">
              The {tested.items.length} nearest of {counted(tested.total, 'product')}. Add a word,
              or{' '}
              <Link to={href('/plasticlist')} className="link">
                look through all tested products
              </Link>
              .
            </p>
          )}
        </section>
      )}
      <ToFund id="hits-to-fund" title={`${toFund.total} not tested yet`} items={toFund.items} />
      {toFund.total > toFund.items.length && (
        <p className="mt-3 text-sm">
          <Link to={`${href('/')}?search=${encodeURIComponent(typed)}`} className="link">
            Look through the whole list
          </Link>
        </p>
      )}
      <ToFund id="related" title="Not tested yet, in the same category" items={related} />
    </>
  );
}

/** What a row says in three words: `Phthalates Low · Bisphenols Can’t tell · Substitutes Low`. */
function RowWords({ row }: { row: RiskLevelRow }) {
  return (
    <p className="text-sm text-ink-soft">
      {families.map(({ key, name }, at) => (
        <span key={key}>
          <span>{at > 0 && ' · '}</span>
          {name} <strong className="font-medium text-ink">{rowAnswer(row, key).word}</strong>
        </span>
      ))}
    </p>
  );
}

/** Products to fund, and what they have of their goals where that is known; nothing for none. */
export function ToFund({
  id,
  title,
  items,
}: {
  id: string;
  title: string;
  items: readonly (Product | Pick<Product, 'id' | 'name'>)[];
}) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-8">
      <RuleLabel id={id}>{title}</RuleLabel>
      <ul>
        {items.map((product) => (
          <Hit
            key={product.id}
            to={href('/product/:id', { id: String(product.id) })}
            name={product.name}
          >
            {'current_amount' in product && (
              <p className="text-sm text-ink-soft tabular">
                {statusText(product)} · {formatDollars(product.current_amount)} of{' '}
                {formatDollars(product.target_amount)}
              </p>
            )}
          </Hit>
        ))}
      </ul>
    </section>
  );
}

/** The tested products that are most like one to fund, in a sentence each; nothing for none. */
export function TestedRelatives({ nearest }: { nearest: NearestTested }) {
  const { items, isByCategory } = nearest;
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="relatives" className="mt-10">
      <RuleLabel id="relatives">
        {isByCategory ? 'Tested in the same category' : 'Tested products like this one'}
      </RuleLabel>
      <ul>
        {items.map(({ product_id: id, name, verdict }) => (
          <Hit
            key={id}
            to={href('/plasticlist/:originalId', { originalId: String(id) })}
            name={name}
          >
            <p className="text-sm text-ink-soft">{verdict}</p>
          </Hit>
        ))}
      </ul>
    </section>
  );
}

/** One product, pressed wherever its row is. */
function Hit({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <li className="relative border-b border-line py-3">
      <h3 className="text-lg leading-snug">
        <Link
          to={to}
          className="wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
      </h3>
      {children}
    </li>
  );
}
