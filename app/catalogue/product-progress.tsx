import { giftsText } from './next-sample.ts';
import { levelName, samplesFunded } from './product.ts';
import type { Product } from './product-schema.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { SegmentedBar } from '#app/ui/segmented-bar.tsx';

/** How far a product's funding is: three bars, level in words, amount, contributors, and what is pending. */
export function ProductProgress({
  product,
  listedDollars,
  tall = false,
}: {
  product: Product;
  /** Dollars of it on the visitor's funding list. */
  listedDollars: number;
  tall?: boolean;
}) {
  const { current_amount, reserved_amount, target_amount, level, levels, panel } = product;
  // What is on the list says itself what it completes.
  const gifts = listedDollars === 0 && giftsText(product);
  const raised = `${formatDollars(current_amount)} of ${formatDollars(target_amount)}`;
  return (
    <div className="@container">
      <SegmentedBar
        label={`${raised} raised`}
        segments={levels}
        total={target_amount}
        filled={current_amount}
        planned={listedDollars}
        held={reserved_amount}
        tall={tall}
      />
      <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 font-mono text-xs text-ink-soft tabular">
        <p>
          {panel ? (
            samplesFunded(product)
          ) : (
            <>
              {levelName(level)} · Level {level}
            </>
          )}
        </p>
        <p>
          <strong className={`font-medium text-ink ${tall ? 'text-lg' : 'text-sm'}`}>
            {formatDollars(current_amount)}
          </strong>{' '}
          of {formatDollars(target_amount)}
        </p>
        <p>{counted(product.contributor_count, 'contributor')}</p>
        {gifts && (
          <p
            className={`font-sans max-sm:text-base max-sm:leading-tight ${tall ? 'basis-full text-sm' : ''}`}
          >
            {gifts}
          </p>
        )}
      </div>
      {(listedDollars > 0 || reserved_amount > 0) && (
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 font-mono text-xs tabular">
          {listedDollars > 0 && (
            <li className="text-accent-ink">
              <span aria-hidden="true">▨</span> {formatDollars(listedDollars)} on your list
            </li>
          )}
          {reserved_amount > 0 && (
            <li className="text-ink-faint">
              <span aria-hidden="true">∷</span> {formatDollars(reserved_amount)} in checkout
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
