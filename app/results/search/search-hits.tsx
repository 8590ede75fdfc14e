import { href, Link } from 'react-router';
import type { Product } from '#app/catalogue/product-schema.ts';
import { counted } from '#app/kit/text.ts';
import { rowAnswer } from '#app/results/answer.ts';
import { Hit, ToFund } from '#app/results/hits.tsx';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { families } from '#app/toxicology/families.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';

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
  /** Where none to fund matches: some of the kind of the first tested one. */
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
      <ToFund id="related" title="Not tested yet, of the same kind" items={related} />
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
