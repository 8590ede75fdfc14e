import { href, Link } from 'react-router';
import { isOpenForFunding, fundingStands } from '#app/catalogue/funding-words.ts';
import { ProductProgress } from '#app/catalogue/product-progress.tsx';
import type { Product } from '#app/catalogue/product-schema.ts';
import type { CompletedOrder } from './use-order.ts';
import { givenWith, textToShare } from './order-messages.ts';
import { ask } from '#app/http/ask.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { ShareLink } from '#app/ui/share-link.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/** Of more products than these, the details above link to the pages. */
const SHOWN = 10;

/** A public answer may be a second old, and the payment younger. */
const AGE_MS = 1_200;

/** Where the products of an order stand now, each with a text to share; nothing until that is known. */
export function OrderStanding({
  order: { products, isOwn, isTakenBack },
}: {
  order: CompletedOrder;
}) {
  const shown = products.slice(0, SHOWN);
  const ids = shown.map(({ productId }) => productId);
  const { outcome: found = [] } = useLoaded(ids.join(), async (signal) => {
    await new Promise((resolve) => setTimeout(resolve, AGE_MS));
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
          <Standing
            key={product.id}
            product={product}
            hasGiven={isOwn && !isTakenBack && shown.some((one) => isCounted(one, product))}
          />
        ))}
      </ul>
    </section>
  );
}

/**
 * Who gave what was wholly more than was needed is none of the contributors; nobody is where a dispute came
 * as fast as the payment.
 */
function isCounted(
  { productId, amount, excess }: CompletedOrder['products'][number],
  { id, contributor_count }: Product,
) {
  return productId === id && excess !== amount && contributor_count > 0;
}

function Standing({ product, hasGiven }: { product: Product; hasGiven: boolean }) {
  const address = href('/product/:id', { id: String(product.id) });
  const stands = fundingStands(product);
  const text = textToShare(product, stands);
  const name = testName(product);
  return (
    <li className="flex flex-col gap-3 border-b border-line py-4">
      <div>
        <Link to={address} className="wrap-anywhere link">
          {name}
        </Link>
        <p className="mt-1">
          {givenWith(product.contributor_count, hasGiven)} {stands}
          <span>
            {isOpenForFunding(product) && ' The more people know, the sooner it is tested.'}
          </span>
        </p>
      </div>
      <ProductProgress product={product} listedDollars={0} />
      {hasGiven && (
        <blockquote className="border-l-3 border-accent bg-paper-raised px-4 py-3">
          {text}
        </blockquote>
      )}
      <ShareLink path={address} title={name} text={hasGiven ? text : undefined}>
        {hasGiven ? 'Share this text' : 'Share'}
      </ShareLink>
    </li>
  );
}
