import { sql } from 'drizzle-orm';
import { href } from 'react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { closestToFund } from '#app/catalogue/closest-to-fund.server.ts';
import { remainingDollars } from '#app/catalogue/product.ts';
import { productsByCode } from '#app/catalogue/product-row.server.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { SegmentedBar } from '#app/ui/segmented-bar.tsx';

/**
 * What lacks the least, as it stands above the list: what somebody gives there completes something.
 * Markup, because nothing in it ever changes in a browser, which
 * would load a component for it; empty where there is none.
 */
export async function drawClosestProducts(): Promise<string> {
  const [product] = await productsByCode(await closestToFund(1, sql`raised_cents > 0`));
  return product ? renderToStaticMarkup(<Closest product={product} />) : '';
}

function Closest({ product }: { product: Product }) {
  const { id, name, contributor_count: people, current_amount: raised } = product;
  const { levels, target_amount: target, reserved_amount: held } = product;
  const address = href('/product/:id', { id: String(id) });
  const given = `${formatDollars(raised)} of ${formatDollars(target)}`;
  return (
    <section aria-labelledby="closest" className="mt-4">
      <RuleLabel id="closest">Closest to being tested</RuleLabel>
      <div className="mt-2 grid gap-2 rounded-lg border border-line-strong bg-paper-raised p-3 shadow-raised @2xl:p-4">
        <div className="flex items-baseline justify-between gap-x-3 @max-[18rem]:flex-wrap">
          <h3 className="min-w-0 leading-snug">
            <a
              href={address}
              className="wrap-break-word underline-offset-4 hover:underline @min-[18rem]:line-clamp-2"
            >
              {name}
            </a>
          </h3>
          <strong className="shrink-0 font-mono text-sm font-medium tabular">
            {formatDollars(remainingDollars(product))} to go
          </strong>
        </div>
        <SegmentedBar
          label={`${given} raised`}
          segments={levels}
          total={target}
          filled={raised}
          held={held}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="flex-1 basis-32 text-sm text-ink-soft tabular">
            {counted(people, 'person has', 'people have')} given {given}.
          </p>
          <a href={address} className={buttonClass({ variant: 'primary', size: 'small' })}>
            Help fund it
          </a>
        </div>
      </div>
    </section>
  );
}
