import { memo } from 'react';
import { href, Link } from 'react-router';
import { Photo } from '#app/pictures/photo.tsx';
import { CompareToggle } from '#app/results/compare/compare-bar.tsx';
import { CARD_NO_IMAGE } from '#app/catalogue/messages.ts';
import { NOT_FOOD_MARK } from '#app/results/messages.ts';
import { reportShape } from '#app/results/answers/report-shape.ts';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { rowAnswer } from '#app/results/answers/answer.ts';
import { capitalized } from '#app/kit/text.ts';
import { LimitTicks } from '#app/results/limit-ticks.tsx';
import { aboveText } from '#app/results/answers/limit-words.ts';
import { otherEaterText, rowVerdicts } from '#app/results/answers/verdict.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';

/**
 * One entry of the tested list: name and three risk levels. Kept as it is while the list
 * around it changes: there may be three hundred.
 */
export const TestedCard = memo(function TestedCard({
  product,
  sorted,
  eager = false,
}: {
  product: RiskLevelRow;
  sorted: Family | undefined;
  /** Whether its image is among the first to be seen. */
  eager?: boolean;
}) {
  const whom = otherEaterText(product);
  return (
    <article className="@container border-b border-line py-4">
      <div className="grid items-center @3xs:grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 @xl:grid-cols-[5rem_minmax(0,1fr)_20rem] @xl:gap-x-6">
        <Photo
          url={product.image_url}
          shape={reportShape(product)}
          missingText={CARD_NO_IMAGE}
          widthPx={80}
          sizes="80px"
          eager={eager}
        />
        <header className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 @max-3xs:grid-cols-[minmax(0,1fr)]">
          <p className="label text-2xs text-ink-faint tabular">
            {`No. ${product.padded_id}${product.not_food ? `, ${NOT_FOOD_MARK}` : whom && `, ${whom}; sorted as for a child`}`}
          </p>
          <h3 className="row-start-2 min-w-0 @3xs:col-span-2 text-lg leading-snug">
            <Link
              to={href('/plasticlist/:originalId', { originalId: String(product.product_id) })}
              className="wrap-anywhere decoration-1 underline-offset-4 hover:underline"
            >
              {product.name}
            </Link>
          </h3>
          <div className="@3xs:col-start-2 @3xs:row-start-1">
            <CompareToggle id={product.product_id} name={product.name} />
          </div>
        </header>
        <dl className="grid gap-x-3 @3xs:col-span-2 @3xs:auto-cols-[minmax(0,1fr)] @3xs:grid-flow-col @xl:col-span-1">
          {families.map((family) => (
            <Risk key={family.key} {...{ product, family }} isSorted={family.key === sorted} />
          ))}
        </dl>
      </div>
    </article>
  );
});

function Risk({
  product,
  family: { key: family, name },
  isSorted,
}: {
  product: RiskLevelRow;
  family: (typeof families)[number];
  isSorted: boolean;
}) {
  const { word, could, amount, missed, none, perDay } = rowAnswer(product, family);
  const verdicts = rowVerdicts(product, family);
  const above = aboveText({ family, verdicts });
  const open = missed ? `${none}; ${missed}` : could;
  return (
    <div className={`border-t-2 pt-1.5 ${isSorted ? 'border-accent' : 'border-line'}`}>
      <dt className="font-mono text-2xs text-ink-soft">{name}</dt>
      <dd className="text-sm">
        <RiskMark level={word} />
      </dd>
      {verdicts.length > 0 && (
        <dd>
          <LimitTicks verdicts={verdicts} />
        </dd>
      )}
      {(open ?? amount) && (
        <dd className="text-sm text-ink-soft tabular">
          {open ?? `${amount?.figure} ${amount?.of}`}
        </dd>
      )}
      {above && <dd className="text-sm text-danger">{capitalized(above)}</dd>}
      {perDay && !product.not_food && <dd className="text-sm">{capitalized(perDay)}</dd>}
    </div>
  );
}
