import { href } from 'react-router';
import type { ShownProduct } from './load-product.server.ts';
import { ProductImage } from '#app/pictures/product-image.tsx';
import { formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { testedFor } from '#app/toxicology/panels/panels.ts';
import { buttonClass } from '#app/ui/button.tsx';
import type { FoundProduct } from './search-products.server.ts';
import { Tag } from '#app/ui/tag.tsx';

/** What a product is at a glance: its photo, its state, its money, and where it is seen. */
export function ProductOverview({ product }: { product: ShownProduct }) {
  const { id, image, fields, raisedCents, reservedCents, targetCents, mergedInto } = product;
  const next =
    mergedInto === null
      ? href('/admin/products/:id/photo', { id: String(id) })
      : href('/admin/products/:id', { id: String(mergedInto) });
  return (
    <div className="mt-6 grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-5 gap-y-4">
      <ProductImage
        product={{ name: fields.name, image_url: image, category: fields.category }}
        missingText="NO IMAGE"
        widthPx={128}
        sizes="104px"
        eager
      />
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono tabular text-ink-soft">{id}</span>
          <ProductTags product={product} />
        </p>
        <p className="mt-2 font-mono text-xs tabular text-ink-soft">
          {formatCents(raisedCents)} of {formatCents(targetCents)}
          <span>{reservedCents > 0 && `, ${formatCents(reservedCents)} in checkout`}</span>,{' '}
          {counted(product.contributors, 'contributor')}, on the list since{' '}
          {product.createdAt.slice(0, 10)}
        </p>
        <p className="mt-3 flex flex-wrap gap-3">
          <a
            href={href('/product/:id', { id: String(mergedInto ?? id) })}
            className={buttonClass({ size: 'small' })}
          >
            Its public page
          </a>
          <a href={next} className={buttonClass({ size: 'small' })}>
            {mergedInto === null ? 'Photo' : `Product ${mergedInto}`}
          </a>
        </p>
      </div>
    </div>
  );
}

/** What state a product is in, where it is not simply on the list. */
export function ProductTags({ product }: { product: FoundProduct }) {
  const { testingStatus, isDemo, isHidden, awaitsReview, removedReason, mergedInto } = product;
  const isGone = removedReason !== null && mergedInto === null;
  return (
    <>
      {(product.panel !== 'plastics' || product.round > 1) && <Tag>{testedFor(product)}</Tag>}
      {isDemo && <Tag>demonstration</Tag>}
      {awaitsReview && <Tag tone="warn">not yet reviewed</Tag>}
      {isHidden && <Tag tone="warn">hidden</Tag>}
      {mergedInto !== null && <Tag tone="warn">merged into {mergedInto}</Tag>}
      {isGone && (
        <Tag tone="danger">{removedReason === 'untestable' ? 'cannot be tested' : 'removed'}</Tag>
      )}
      {testingStatus !== 'Untested' && <Tag tone="accent">{testingStatus}</Tag>}
    </>
  );
}
