import type { Ref } from 'react';
import { href, Link } from 'react-router';
import { amountInSentence } from '#app/results/answers/answer.ts';
import { tileAnswer } from '#app/results/answers/tile-answer.ts';
import { viewpointAddress } from '#app/results/answers/viewpoint.ts';
import type { Eater } from '#app/results/answers/eater.ts';
import { LimitTicks } from '#app/results/limit-ticks.tsx';
import { NOT_AVAILABLE, NOT_FOOD_MARK } from '#app/results/messages.ts';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { StripRow } from '#app/results/strip-row.tsx';
import { StripGuide } from '#app/results/strip/strip-guide.tsx';
import { stripOf } from '#app/results/strip/strip-of.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { areForBabies, compareAddress } from './compare-query.ts';
import type { ComparedProduct } from './compare.server.ts';

/** What is compared, each with the way to its report and out of the comparison. */
export function ProductsCompared({
  products,
  named,
  ref,
}: {
  products: readonly ComparedProduct[];
  /** Whom the address names; null where it names nobody. */
  named: Eater | null;
  ref?: Ref<HTMLUListElement>;
}) {
  return (
    <ul
      ref={ref}
      aria-label="Products compared"
      tabIndex={-1}
      data-skip-in-text
      className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-4"
    >
      {products.map((product) => (
        <li
          key={product.id}
          className="flex items-start justify-between gap-3 border-t border-line py-2"
        >
          <div>
            <span className="label block text-2xs text-ink-faint tabular">
              {`No. ${product.paddedId}${product.isNotFood ? `, ${NOT_FOOD_MARK}` : ''}`}
            </span>
            <Link
              to={reportAddress(product)}
              className="font-display text-lg leading-snug wrap-anywhere decoration-1 underline-offset-4 hover:underline"
            >
              {product.name}
            </Link>
          </div>
          <Link
            to={addressWithout(product, products, named)}
            preventScrollReset
            className="link inline-flex min-h-8 shrink-0 items-center font-mono text-xs"
          >
            Remove<span className="sr-only"> {product.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** With who eats how much, where its report would open otherwise. */
export function reportAddress({ id, eater, opening }: ComparedProduct): string {
  const query = viewpointAddress({ ...eater, authority: 'EFSA' }, opening).replace(/^\?$/, '');
  return href('/plasticlist/:originalId', { originalId: String(id) }) + query;
}

function addressWithout(
  product: ComparedProduct,
  products: readonly ComparedProduct[],
  named: Eater | null,
): string {
  const others = products.filter(({ id }) => id !== product.id).map(({ id }) => id);
  return compareAddress(others, named ?? undefined, areForBabies(products));
}

/** Family by family all products on one axis: what the table below says, to be seen. */
export function FamiliesCompared({ products }: { products: readonly ComparedProduct[] }) {
  const all = products.flatMap(({ tiles, isNotFood }) =>
    tiles.map((tile) => stripOf(tile, isNotFood)),
  );
  return (
    <div data-skip-in-text>
      {families.map(({ key, name }) => (
        <section key={key} aria-labelledby={key} className="mt-6">
          <RuleLabel as="h3" id={key}>
            {name}
          </RuleLabel>
          <ul>
            {products.map((product, at) => (
              <Row key={product.id} product={product} family={key} isNamed={at === 0} />
            ))}
          </ul>
        </section>
      ))}
      <StripGuide strips={all} className="mt-4" />
    </div>
  );
}

function Row({
  product: { name, tiles, isNotFood },
  family,
  isNamed,
}: {
  product: ComparedProduct;
  family: Family;
  isNamed: boolean;
}) {
  const tile = tiles.find((one) => one.family === family);
  const answer = tile && tileAnswer(tile);
  return (
    <StripRow
      strip={tile ? stripOf(tile, isNotFood) : { family, marks: [] }}
      isNamed={isNamed}
      name={<p className="font-display text-lg leading-snug wrap-anywhere">{name}</p>}
      known={
        tile && answer ? (
          <>
            {!isNotFood && <LimitTicks verdicts={tile.verdicts} />}
            <p className="text-xs text-ink-soft tabular">
              <span className="text-sm">
                <RiskMark level={answer.word} />
              </span>{' '}
              {answer.reason === null && answer.amount && amountInSentence(answer.amount)}
            </p>
          </>
        ) : (
          NOT_AVAILABLE
        )
      }
    />
  );
}
