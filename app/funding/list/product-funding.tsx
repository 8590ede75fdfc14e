import { href } from 'react-router';
import {
  isOpenForFunding,
  missingText,
  REFUND_PROMISE,
  whyFund,
} from '#app/catalogue/funding-words.ts';
import * as messages from '#app/catalogue/messages.ts';
import {
  NOT_LOOKED_AT_LEAD,
  SERVING_UNKNOWN,
  addedToList,
  removedSentence,
} from '#app/catalogue/product-messages.ts';
import { ProductProgress } from '#app/catalogue/product-progress.tsx';
import type { Product } from '#app/catalogue/product-schema.ts';
import { isFullyFunded, remainingDollars } from '#app/catalogue/product.ts';
import { lastDollars } from '#app/catalogue/next-sample.ts';
import { QuickAdd } from '#app/catalogue/quick-add.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { ShareLink } from '#app/ui/share-link.tsx';
import { Tag } from '#app/ui/tag.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { mayJoin } from './funding-list.ts';
import { OtherAmount } from './other-amount.tsx';
import { useFundingList } from './use-funding-list.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/** Why a product is to be funded, what is missing, what to give, and what is promised for it. */
export function ProductFunding({ product }: { product: Product }) {
  const list = useFundingList();
  const toast = useToast();
  const name = testName(product);
  const listedDollars = list.amountFor(product.id);
  const isFunded = isFullyFunded(product);
  const isApart = !mayJoin(list.items, product);
  const isOpen = isOpenForFunding(product);
  const missing = isOpen && missingText(product);
  const roomDollars = isApart ? 0 : remainingDollars(product) - listedDollars;

  function add(amountDollars: number) {
    const added = list.add(product, amountDollars);
    if (added > 0) toast.show(addedToList(added, name));
  }

  return (
    <Panel aria-labelledby="funding">
      <RuleLabel id="funding" className="mb-4">
        Funding
      </RuleLabel>
      {isOpen && (
        <p className="mb-4 text-lg">
          {whyFund(product)} {missing && <strong className="font-semibold">{missing}</strong>}
        </p>
      )}
      <ProductProgress product={product} listedDollars={listedDollars} tall />
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-3">
        {product.removed_reason && <p>{removedSentence(product.removed_reason)}</p>}
        {isOpen && product.awaits_review && (
          <p className="text-sm text-ink-soft">{NOT_LOOKED_AT_LEAD}</p>
        )}
        {/* What a test can't say, one knows before one pays for it. */}
        {isOpen && !product.panel && !product.serving_size_g && (
          <p className="text-sm text-ink-soft">{SERVING_UNKNOWN}</p>
        )}
        {isOpen && (
          <>
            <QuickAdd
              size="large"
              productName={name}
              lastDollars={isApart ? 0 : lastDollars(product, listedDollars)}
              roomDollars={roomDollars}
              onAdd={add}
            />
            <OtherAmount productName={name} isFull={roomDollars <= 0} onAdd={add} />
            {isApart && <p className="text-sm text-ink-soft">{messages.DEMO_APART}</p>}
            <p data-skip-in-text className="hidden text-sm text-ink-soft noscript:block">
              Your funding list is stored in this browser. Turn on JavaScript to add to it.
            </p>
          </>
        )}
        {isFunded && <Tag tone="accent">{messages.fullyFundedMark(product)}</Tag>}
        {!isFunded && remainingDollars(product) <= listedDollars && (
          <p role="status" className="font-medium text-accent-ink">
            {messages.HERO}
          </p>
        )}
        {!product.removed_reason && (
          <ShareLink path={href('/product/:id', { id: String(product.id) })} title={name}>
            Share
          </ShareLink>
        )}
      </div>
      {isOpen && <p className="mt-4 text-sm text-ink-soft">{REFUND_PROMISE}</p>}
    </Panel>
  );
}
