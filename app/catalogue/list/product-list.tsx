import type { ReactNode } from 'react';
import { EndlessList } from './endless-list.tsx';
import { fetchProducts } from './fetch-products.ts';
import { hasMore, listQueryString, type ListQuery } from './list-query.ts';
import { LOADING_MORE_PRODUCTS, nothingMatches } from '#app/catalogue/messages.ts';
import type { Page, Product } from '#app/catalogue/product-schema.ts';
import { appendPage } from '#app/catalogue/product.ts';
import { useEndlessList } from './use-endless-list.ts';
import { TextLink } from '#app/ui/text-link.tsx';

/**
 * The endless list of one query, beginning with its first page. Without scripts it ends in a link
 * to the next page. Give it a new `key` for another query.
 */
export function ProductList({
  first,
  query,
  isAnswered,
  interlude,
  renderProduct,
}: {
  first: Page<Product>;
  query: ListQuery;
  /** Whether what its search found elsewhere stands above. */
  isAnswered: boolean;
  /** After the first products, or after what says that there are none. */
  interlude: ReactNode;
  renderProduct: (product: Product, index: number) => ReactNode;
}) {
  const list = useEndlessList({
    address: `/${listQueryString(query)}`,
    first,
    fetchNext: (page, signal) => fetchProducts({ ...query, page }, signal),
    // In the sort that was chosen.
    merge: (shown, more) => appendPage(shown, more, query.sort, query.direction),
  });
  if (list.total === 0 || list.items.length === 0) {
    return (
      <>
        <NothingFound query={query} isAnswered={isAnswered} />
        {interlude}
      </>
    );
  }
  const to = (page: number) => listQueryString({ ...query, page }) || '?';
  return (
    <EndlessList
      list={list}
      loadingText={LOADING_MORE_PRODUCTS}
      keyOf={(product) => product.id}
      renderItem={renderProduct}
      interlude={interlude}
      previous={query.page > 1 ? to(query.page - 1) : undefined}
      next={hasMore(first) ? to(first.page + 1) : undefined}
    />
  );
}

function NothingFound({ query, isAnswered }: { query: ListQuery; isAnswered: boolean }) {
  const { search, category, funding } = query;
  const all = { search: '', category: undefined, funding: undefined, page: 1 };
  const everything = listQueryString({ ...query, ...all });
  return (
    <div className="border-b border-line py-12 text-center">
      <p className="text-lg">
        {search
          ? nothingMatches('product', search, isAnswered)
          : funding
            ? 'No product here is in this state.'
            : category
              ? 'No product to fund is of this category.'
              : 'No products here yet.'}
      </p>
      {(search || category || funding || query.page > 1) && (
        <p className="mt-2 text-sm text-ink-soft">
          <span>{search && !isAnswered && 'Try fewer or shorter words. '}</span>
          <TextLink to={everything || '?'}>
            {search || category || funding ? 'Show all products' : 'Go to the first page'}
          </TextLink>
        </p>
      )}
    </div>
  );
}
