import { href } from 'react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { remainingDollars } from '#app/catalogue/product.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { findClosestToGoal } from '#app/catalogue/search/find-to-fund.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { SmallPhoto } from '#app/pictures/photo.tsx';
import { tileShape } from '#app/pictures/tile-shape.ts';

/**
 * The product closest to its goal, and how it stands as markup: nothing in that ever changes in a
 * browser, which would load a component for it. Undefined where nobody has given to any.
 */
export async function drawClosest() {
  const product = await findClosestToGoal();
  return product && { product, head: renderToStaticMarkup(<Head product={product} />) };
}

function Head({ product }: { product: Product }) {
  const { id, name, contributor_count: people, current_amount: raised } = product;
  return (
    <div className="flex items-start gap-x-3 @max-3xs:flex-wrap">
      <SmallPhoto url={product.image_url} shape={tileShape(product)} />
      <div className="min-w-0 flex-1">
        <h3 className="leading-snug">
          <a
            href={href('/product/:id', { id: String(id) })}
            className="wrap-anywhere underline-offset-4 hover:underline"
          >
            {name}
          </a>
        </h3>
        <p className="text-sm text-ink-soft tabular">
          <strong className="font-medium whitespace-nowrap text-ink">
            {formatDollars(remainingDollars(product))} to go
          </strong>
          {`. ${counted(people, 'person has', 'people have')} given ${formatDollars(raised)} of ${formatDollars(product.target_amount)}.`}
        </p>
      </div>
    </div>
  );
}
