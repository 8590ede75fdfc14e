import { href, Link } from 'react-router';
import { isOpenForFunding, fundingStands } from '#app/catalogue/funding-words.ts';
import { ProductProgress } from '#app/catalogue/product-progress.tsx';
import type { Product } from '#app/catalogue/product-schema.ts';
import type { CompletedOrder } from './load-order.ts';
import { ask } from '#app/http/ask.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { ShareLink } from '#app/ui/share-link.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';

/** Of more products than these, the details above link to the pages. */
const SHOWN = 10;

/** Where the products of an order stand now, each to be shared; nothing until that is known. */
export function OrderStanding({ products }: { products: CompletedOrder['products'] }) {
  const shown = products.slice(0, SHOWN);
  const ids = shown.map(({ productId }) => productId);
  const { outcome: found = [] } = useLoaded(ids.join(), async (signal) => {
    const asked = await Promise.all(
      ids.map((id) => ask('get /api/products/{id}', { params: { id: String(id) }, signal })),
    );
    return asked.flatMap((one) => (one.ok ? [one.body] : []));
  });
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="standing">
      <RuleLabel id="standing">Where it stands now</RuleLabel>
      <ul className="mt-2">
        {found.map((product) => (
          <Standing key={product.id} product={product} />
        ))}
      </ul>
    </section>
  );
}

function Standing({ product }: { product: Product }) {
  const address = href('/product/:id', { id: String(product.id) });
  return (
    <li className="flex flex-col gap-3 border-b border-line py-4">
      <div>
        <Link to={address} className="wrap-anywhere link">
          {product.name}
        </Link>
        <p className="mt-1">
          {fundingStands(product)}
          <span>
            {isOpenForFunding(product) && ' The more people know, the sooner it is tested.'}
          </span>
        </p>
      </div>
      <ProductProgress product={product} listedDollars={0} />
      <ShareLink path={address} title={product.name}>
        Share
      </ShareLink>
    </li>
  );
}
