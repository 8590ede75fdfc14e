import { Form, href } from 'react-router';
import { AdminFrame, adminMeta } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf } from '#app/admin-ui/page-answer.server.ts';
import { ProductTags } from './product-overview.tsx';
import { PRODUCT_STATES, type ProductState } from './messages.ts';
import { searchProducts, withoutPicture, type FoundProduct } from './search-products.server.ts';
import { nearestTo } from '#app/catalogue/messages.ts';
import { formatCents } from '#app/kit/money.ts';
import { counted, paddedId } from '#app/kit/text.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Input, Select } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import type { Route } from './+types/products.page.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  const params = new URL(request.url).searchParams;
  const search = (params.get('search') ?? '').slice(0, 200);
  const states = Object.keys(PRODUCT_STATES) as ProductState[];
  const state = states.find((known) => known === params.get('state')) ?? 'all';
  const page = Math.min(10_000, Math.max(1, Math.floor(Number(params.get('page'))) || 1));
  const products = await searchProducts({ search, state, page });
  const bare = state === 'no-picture' ? await withoutPicture() : [];
  return { email, search, state, page, ...products, bare };
}

export const meta = () => adminMeta('Products');

/** Every product there is, hidden and removed ones included. */
export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { email, search, state, page, found, hasMore, isNear, bare } = loaderData;
  const pageAddress = (to: number) =>
    `${href('/admin/products')}?${new URLSearchParams({ search, state, page: String(to) })}`;
  return (
    <AdminFrame title="Products" email={email}>
      <Form
        method="get"
        reloadDocument
        role="search"
        className="mt-6 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_14rem_auto]"
      >
        <Input
          label="Name, brand, code, or barcode"
          name="search"
          type="search"
          defaultValue={search}
          maxLength={200}
        />
        <Select label="State" name="state" defaultValue={state}>
          {Object.entries(PRODUCT_STATES).map(([known, name]) => (
            <option key={known} value={known}>
              {name}
            </option>
          ))}
        </Select>
        <Button type="submit" variant="primary">
          Search
        </Button>
      </Form>
      {bare.length > 0 && (
        <TitledPanel
          id="bare"
          title="Without a picture, most opened first"
          note={String(bare.length)}
          className="mt-8"
        >
          <ul className="mt-2 text-sm sm:columns-2">
            {bare.map(({ id, name }) => (
              <li key={id}>
                <span className="font-mono tabular">{paddedId(id)}</span>{' '}
                <a href={href('/admin/products/:id/photo', { id: String(id) })} className="link">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </TitledPanel>
      )}
      {found.length === 0 && <Notice className="mt-8">No products match.</Notice>}
      {isNear && found.length > 0 && (
        <Notice className="mt-8">{nearestTo('product', search)}</Notice>
      )}
      {found.length > 0 && (
        <ul className="mt-8 border-t border-line">
          {found.map((product) => (
            <Row key={product.id} product={product} />
          ))}
        </ul>
      )}
      <nav aria-label="Pages" className="mt-6 flex flex-wrap gap-3">
        {page > 1 && (
          <a href={pageAddress(page - 1)} className={buttonClass()}>
            Newer
          </a>
        )}
        {hasMore && (
          <a href={pageAddress(page + 1)} className={buttonClass()}>
            Older
          </a>
        )}
      </nav>
    </AdminFrame>
  );
}

function Row({ product }: { product: FoundProduct }) {
  const { id, name, brand, raisedCents, targetCents, contributors } = product;
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-mono text-xs tabular text-ink-soft">{id}</span>
          <a href={href('/admin/products/:id', { id: String(id) })} className="link wrap-anywhere">
            {name}
          </a>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <span className="wrap-anywhere">{brand ?? 'Unknown brand'}</span>
          <ProductTags product={product} />
        </p>
      </div>
      <p className="font-mono text-xs tabular text-ink-soft sm:text-right">
        {formatCents(raisedCents)} of {formatCents(targetCents)}
        <br />
        {counted(contributors, 'contributor')}
      </p>
    </li>
  );
}
