import { href, Link } from 'react-router';
import { ProductProgress } from '#app/catalogue/product-progress.tsx';
import type { Product } from '#app/catalogue/product-schema.ts';

/** The product to fund that lacks the least, where somebody finds an empty list. */
export function ClosestToGoal({ product, className }: { product: Product; className: string }) {
  return (
    <section aria-label="Closest to its goal" className={className}>
      <p className="label text-2xs text-ink-soft">Closest to its goal</p>
      <p className="mt-1 mb-3 leading-snug">
        <Link to={href('/product/:id', { id: String(product.id) })} className="link wrap-anywhere">
          {product.name}
        </Link>
      </p>
      <ProductProgress product={product} listedDollars={0} />
    </section>
  );
}
