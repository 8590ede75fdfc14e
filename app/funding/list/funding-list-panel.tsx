import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { href, Link } from 'react-router';
import * as messages from '#app/funding/list-messages.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { CommitButton } from './commit-button.tsx';
import { listTotal } from './funding-list.ts';
import type { FundingListItem } from '#app/funding/cart-schema.ts';
import { HowFundingButton } from './how-funding-button.tsx';
import { ItemAmount, ItemMark, ListTotal, RemoveButton } from './listed-item.tsx';
import { useFundingList } from './use-funding-list.ts';

/** The mobile breakpoint, below which the panel is fixed to the bottom. */
const MOBILE = '(width < 40rem)';

/**
 * The funding list beside a page, in whose grid it places itself: from 640 px sticky in the second
 * column, and one low box across the page while it is empty; below that a bar at the bottom that
 * opens, and nothing while the list is empty.
 */
export function FundingListPanel({
  emptyText = messages.LIST_EMPTY_ON_PANEL,
}: {
  emptyText?: string;
}) {
  const { items, ready, remove } = useFundingList();
  const [isOpen, setOpen] = useState(false);
  const panel = useReservedBottom();
  const isEmpty = items.length === 0;
  const whenClosed = isOpen ? '' : 'max-sm:hidden';

  /** Leaving the open bar closes it, so that it never lies over what has the focus. */
  function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!(relatedTarget instanceof Element)) return;
    if (!currentTarget.contains(relatedTarget) && !relatedTarget.closest('dialog')) setOpen(false);
  }

  return (
    <section
      ref={panel}
      aria-label="Your funding list"
      onBlur={closeWhenLeft}
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && !(target as Element).closest('dialog')) setOpen(false);
      }}
      className={`z-30 flex flex-wrap items-center gap-x-3 border-line-strong bg-paper-raised max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[80dvh] max-sm:overflow-y-auto max-sm:border-t max-sm:px-4 max-sm:pt-1 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-sm:shadow-raised sm:rounded-lg sm:border sm:border-line ${isEmpty ? emptyLook : filledLook}`}
    >
      <h2
        className={`hidden items-baseline justify-between gap-3 label font-medium sm:flex ${isEmpty ? '' : 'border-b border-line pb-3'}`}
      >
        {messages.PANEL_TITLE}
        {!isEmpty && (
          <span className="text-ink-faint normal-case tabular">
            {counted(items.length, 'product')}
          </span>
        )}
      </h2>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-2.5 text-left sm:hidden"
      >
        <Chevron isOpen={isOpen} />
        <span className="min-w-0">
          <span className="block truncate label text-2xs text-ink-soft">
            {messages.PANEL_TITLE}
          </span>
          <span className="block truncate font-mono text-sm font-medium tabular">
            {formatDollars(listTotal(items))} · {counted(items.length, 'product')}
          </span>
        </span>
      </button>
      {isEmpty ? (
        <EmptyText ready={ready} text={emptyText} />
      ) : (
        <div className={`w-full ${whenClosed}`}>
          <Items
            items={items}
            onRemove={(productId) => {
              if (items.length === 1) setOpen(false);
              remove(productId);
            }}
          />
          <ListTotal items={items} className="py-3" />
        </div>
      )}
      <CommitButton
        className={`${isOpen ? 'max-sm:w-full' : 'max-sm:px-3.5'} ${isEmpty ? '' : 'sm:w-full'}`}
      />
      <HowFundingButton
        className={`max-sm:mt-2 max-sm:w-full ${isEmpty ? 'px-2!' : 'sm:mt-1 sm:-mb-2 sm:w-full'} ${whenClosed}`}
      />
    </section>
  );
}

const emptyLook = 'max-sm:not-has-[dialog]:hidden sm:col-span-full sm:px-4 sm:py-2';
const filledLook =
  'sm:sticky sm:top-20 sm:col-start-2 sm:flex-col sm:items-stretch sm:self-start sm:p-4 lg:row-span-2 lg:p-5';

function EmptyText({ ready, text }: { ready: boolean; text: string }) {
  return (
    <div className="flex min-h-10 min-w-48 sm:max-lg:min-h-15 flex-1 items-center text-sm leading-snug text-ink-soft">
      {ready && <p>{text}</p>}
      <p className="hidden noscript:block">{messages.LIST_NEEDS_JAVASCRIPT}</p>
    </div>
  );
}

function Items({
  items,
  onRemove,
}: {
  items: FundingListItem[];
  onRemove: (productId: number) => void;
}) {
  return (
    <ul className="-mx-1 overflow-y-auto overscroll-contain px-1 max-sm:max-h-[45dvh] sm:max-h-[max(10rem,calc(100dvh-22rem-var(--foot,0px)))]">
      {items.map((item) => (
        <li key={item.productId} className="border-b border-line py-2">
          <div className="flex items-start gap-2">
            <Link
              to={href('/product/:id', { id: String(item.productId) })}
              className="min-w-0 flex-1 py-1 text-sm leading-snug wrap-anywhere decoration-1 underline-offset-4 hover:underline"
            >
              {item.name}
            </Link>
            <ItemAmount item={item} />
            <RemoveButton name={item.name} onClick={() => onRemove(item.productId)} />
          </div>
          <ItemMark item={item} />
        </li>
      ))}
    </ul>
  );
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return (
    <svg
      viewBox="0 0 12 8"
      aria-hidden="true"
      className="h-2 w-3 shrink-0 fill-none stroke-current stroke-2"
    >
      <path d={isOpen ? 'M1 1l5 5 5-5' : 'M1 7l5-5 5 5'} />
    </svg>
  );
}

/**
 * Keeps free at the page's end what a bar fixed to the bottom of a narrow window covers, and lets
 * focused elements scroll clear of it. Returns the ref of the bar.
 */
function useReservedBottom() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const mobile = window.matchMedia(MOBILE);
    const page = document.documentElement.style;
    const keepFree = (heightPx: number) => {
      document.body.style.paddingBottom = heightPx > 0 ? `${heightPx}px` : '';
      page.scrollPaddingBottom = heightPx > 0 ? `calc(${heightPx + 16}px + var(--foot, 0px))` : '';
      // What else is fixed to the bottom stands above the bar.
      page.setProperty('--reserved-bottom', `${heightPx}px`);
    };
    const reserve = () => keepFree(mobile.matches ? element.offsetHeight : 0);
    const sizes = new ResizeObserver(reserve);
    sizes.observe(element);
    mobile.addEventListener('change', reserve);
    return () => {
      sizes.disconnect();
      mobile.removeEventListener('change', reserve);
      keepFree(0);
    };
  }, []);
  return bar;
}
