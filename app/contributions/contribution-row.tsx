import type { ReactNode } from 'react';
import { UNKNOWN_BRAND } from '#app/catalogue/messages.ts';
import { href, Link } from 'react-router';
import { PAGE_NO_IMAGE, statusText } from '#app/catalogue/messages.ts';
import { ProductImage } from '#app/pictures/product-image.tsx';
import { formatDollars } from '#app/kit/money.ts';
import { localDayText, givenTo, refundWords, statusWords } from './contribution-words.ts';
import type { Contribution } from './contribution-schema.ts';
import { AskForRefund, rowId } from './refund-request.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** The columns of the ledger, where there is room for them. */
export const LEDGER_COLUMNS =
  'lg:grid lg:grid-cols-[minmax(0,5fr)_8.5rem_5rem_minmax(0,4fr)_5rem] lg:gap-x-8';

/** What stands in them, in their order. */
export const CELL_NAMES = {
  to: 'Given to',
  date: 'Date',
  amount: 'Amount',
  status: 'Status',
  receipt: 'Receipt',
};

/** One entry of the ledger: a row, or on a small screen a card. */
export function ContributionRow({ contribution }: { contribution: Contribution }) {
  const { text, tone } = statusWords(contribution);
  const words = refundWords(contribution);
  return (
    <li
      id={rowId(contribution)}
      className={`grid grid-cols-2 gap-x-4 gap-y-3 max-lg:content-start max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-paper-raised max-lg:p-4 lg:border-b lg:border-line lg:py-4 ${LEDGER_COLUMNS}`}
    >
      <div className="max-lg:col-span-2">
        <GivenTo contribution={contribution} />
      </div>
      <Cell name={CELL_NAMES.date} className="text-sm text-ink-soft lg:pt-0.5">
        <time dateTime={contribution.created_at}>{localDayText(contribution.created_at)}</time>
      </Cell>
      <Cell name={CELL_NAMES.amount} className="text-right font-mono font-semibold tabular">
        {formatDollars(contribution.amount)}
      </Cell>
      <Cell name={CELL_NAMES.status} isPlain className="max-lg:col-span-2">
        <Tag tone={tone}>{text}</Tag>
        {words && <p className="mt-1.5 text-sm text-ink-soft">{words}</p>}
        {contribution.moved_from && (
          <p className="mt-1.5 text-sm text-ink-soft">
            Moved here from {contribution.moved_from.name}.
          </p>
        )}
        {contribution.can_move && (
          <p className="mt-1.5">
            <Link
              to={{ pathname: href('/view-contributions/move'), search: `?id=${contribution.id}` }}
              className="inline-flex min-h-6 items-center font-mono text-sm link"
            >
              Move it<span className="sr-only"> from {givenTo(contribution)}</span>
            </Link>
          </p>
        )}
        <AskForRefund contribution={contribution} />
      </Cell>
      <div className="max-lg:col-span-2">
        {contribution.status !== 'pending' && (
          <Link
            to={href('/view-contributions/receipt/:id', { id: contribution.id })}
            className="inline-flex min-h-6 items-center font-mono text-sm link"
          >
            Receipt<span className="sr-only"> for {givenTo(contribution)}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

/** A cell that names itself; `isPlain` where what it holds needs no name to be seen. */
function Cell({
  name,
  isPlain = false,
  className,
  children,
}: {
  name: string;
  isPlain?: boolean;
  className: string;
  children: ReactNode;
}) {
  return (
    <div className={className}>
      <span
        className={
          isPlain ? 'sr-only' : 'label mb-1 block text-2xs font-normal text-ink-faint lg:sr-only'
        }
      >
        {name}
      </span>
      {children}
    </div>
  );
}

function GivenTo({ contribution }: { contribution: Contribution }) {
  const { product } = contribution;
  if (!product) return <p className="text-lg lg:pt-0.5">{givenTo(contribution)}</p>;
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-4">
      <ProductImage
        product={{ ...product, category: null }}
        missingText={PAGE_NO_IMAGE}
        widthPx={72}
        sizes="72px"
      />
      <div className="min-w-0">
        <p className="label text-2xs text-ink-faint tabular">
          {`No. ${product.id} / ${statusText(product)}`}
        </p>
        <p className="mt-0.5 leading-snug wrap-anywhere">
          {product.is_removed ? (
            product.name
          ) : (
            <Link to={href('/product/:id', { id: String(product.id) })} className="link">
              {product.name}
            </Link>
          )}
        </p>
        <p className="text-sm text-ink-soft">
          {product.brand ?? UNKNOWN_BRAND}
          <span>{product.is_removed && ' · no longer listed'}</span>
        </p>
      </div>
    </div>
  );
}
