import type { ReactNode } from 'react';
import { FundingListPanel } from './funding-list-panel.tsx';
import { useFundingList } from './use-funding-list.ts';

/**
 * A page's list with the funding list beside it; while that is empty, it lies low above the list,
 * which has the whole width. `top` are parts of the same grid that stand over both.
 */
export function BesideFundingList({
  top,
  emptyText,
  children,
}: {
  top?: ReactNode;
  emptyText?: string;
  children: ReactNode;
}) {
  const isEmpty = useFundingList().items.length === 0;
  return (
    <div className="page-column grid grid-flow-dense gap-x-8 gap-y-3 pt-3 pb-16 sm:grid-cols-[minmax(0,1fr)_15rem] sm:gap-y-4 sm:pt-6 md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr_auto] lg:gap-x-12">
      {top}
      <FundingListPanel emptyText={emptyText} />
      <div className={`@container min-w-0 ${isEmpty ? 'col-span-full' : 'sm:col-start-1'}`}>
        {children}
      </div>
    </div>
  );
}
