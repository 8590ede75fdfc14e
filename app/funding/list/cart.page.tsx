import { href, Link, useSearchParams } from 'react-router';
import { CartLines } from './cart-lines.tsx';
import { CommitButton } from './commit-button.tsx';
import { FundingPoints } from './how-funding-works.tsx';
import { LIST_NEEDS_JAVASCRIPT } from '#app/funding/list-messages.ts';
import * as messages from '#app/funding/messages.ts';
import { ListTotal } from './listed-item.tsx';
import { useFundingList } from './use-funding-list.ts';
import { counted } from '#app/kit/text.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { unlistedMeta } from '#app/http/private-page.ts';

export const meta = () => unlistedMeta('Funding list');

/** The funding list as a page of its own. It lives in the browser, so the server sends a shell. */
export default function CartPage() {
  const { items, ready, setAmount, remove } = useFundingList();
  const isEmpty = items.length === 0;
  const [parameters] = useSearchParams();
  return (
    <div className="page-column pt-10 pb-20">
      <h1 className="text-3xl">Funding list</h1>
      {parameters.get('checkout') === 'canceled' && (
        <Notice tone="good" className="mt-6 max-w-prose">
          <p role="status">
            {messages.NOT_CHARGED} <span>{!isEmpty && messages.LIST_STILL_HERE}</span>
          </p>
        </Notice>
      )}
      <div
        className={`mt-6 grid items-start gap-x-12 gap-y-10 ${isEmpty ? 'max-w-prose' : 'lg:grid-cols-[minmax(0,1fr)_22rem]'}`}
      >
        {!ready && <Shell />}
        {ready && isEmpty && <EmptyList />}
        {!isEmpty && (
          <>
            <CartLines items={items} onAmount={setAmount} onRemove={remove} />
            <Panel aria-labelledby="summary" className="flex flex-col gap-4 lg:sticky lg:top-20">
              <RuleLabel id="summary" note={counted(items.length, 'product')}>
                Summary
              </RuleLabel>
              <ListTotal items={items} />
              <CommitButton className="w-full" />
              <p className="text-sm text-ink-soft">
                You pay by card on the payment provider’s page. Nothing is charged before that.
              </p>
            </Panel>
          </>
        )}
        <section aria-labelledby="how" className={isEmpty ? '' : 'max-w-prose'}>
          <RuleLabel id="how">How Funding Works</RuleLabel>
          <FundingPoints className="mt-5" />
        </section>
      </div>
    </div>
  );
}

function Shell() {
  return (
    <div className="min-h-24">
      <SystemLine className="noscript:hidden">{messages.LOADING_LIST}</SystemLine>
      <noscript>
        <Notice>{LIST_NEEDS_JAVASCRIPT}</Notice>
      </noscript>
    </div>
  );
}

function EmptyList() {
  return (
    <div className="flex min-h-24 flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <p className="text-lg text-ink-soft">{messages.CART_EMPTY}</p>
      <Link to={href('/')} className={buttonClass({ variant: 'primary' })}>
        Find a product to fund
      </Link>
    </div>
  );
}
