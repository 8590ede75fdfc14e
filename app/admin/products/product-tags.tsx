import type { FoundProduct } from './search-products.server.ts';
import { Tag } from '#app/ui/tag.tsx';

/** What state a product is in, where it is not simply on the list. */
export function ProductTags({
  product,
}: {
  product: Pick<
    FoundProduct,
    'testingStatus' | 'isDemo' | 'isHidden' | 'awaitsReview' | 'removedReason' | 'mergedInto'
  >;
}) {
  const { testingStatus, isDemo, isHidden, awaitsReview, removedReason, mergedInto } = product;
  const isGone = removedReason !== null && mergedInto === null;
  return (
    <>
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
