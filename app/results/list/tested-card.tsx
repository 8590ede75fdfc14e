import { memo } from 'react';
import { href, Link } from 'react-router';
import { Photo } from '#app/pictures/photo.tsx';
import { CompareToggle } from '#app/results/compare/compare-bar.tsx';
import { CARD_NO_IMAGE } from '#app/catalogue/messages.ts';
import { NOT_FOOD_MARK } from '#app/results/messages.ts';
import { reportShape } from '#app/results/answers/report-shape.ts';
import type { FamilyMarks } from '#app/results/mini-strips.tsx';
import { Strip } from '#app/results/strip/strip.tsx';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { rowAnswer } from '#app/results/answers/answer.ts';
import { capitalized } from '#app/kit/text.ts';
import { LimitTicks } from '#app/results/limit-ticks.tsx';
import { otherEaterText } from '#app/results/answers/verdict.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';

/**
 * One entry of the tested list: name and three risk levels. Kept as it is while the list
 * around it changes: there may be three hundred.
 */
export const TestedCard = memo(function TestedCard({
  product,
  marks,
  sorted,
  isFirst = false,
  eager = false,
}: {
  product: RiskLevelRow;
  /** What its strips show; without them there are none. */
  marks?: FamilyMarks;
  sorted: Family | undefined;
  /** Whether its strips say whose limits the lines are. */
  isFirst?: boolean;
  /** Whether its image is among the first to be seen. */
  eager?: boolean;
}) {
  const whom = otherEaterText(product);
  return (
    <article className="@container border-b border-line py-3">
      <div className="grid items-center @3xs:grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 @5xl:grid-cols-[4.5rem_minmax(0,1fr)_46rem] @5xl:gap-x-6">
        <Photo
          url={product.image_url}
          shape={reportShape(product)}
          missingText={CARD_NO_IMAGE}
          widthPx={72}
          sizes="72px"
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
        <dl className="grid gap-x-4 gap-y-1 @3xs:col-span-2 @xl:grid-cols-3 @5xl:col-span-1">
          {families.map((family) => (
            <Risk
              key={family.key}
              {...{ product, family }}
              marks={marks}
              isSorted={family.key === sorted}
              isNamed={isFirst}
            />
          ))}
        </dl>
      </div>
    </article>
  );
});

/** A family's word, its strip, and how it stands under each limit; the figures are read aloud alone. */
function Risk({
  product,
  family: { key: family, name },
  marks,
  isSorted,
  isNamed,
}: {
  product: RiskLevelRow;
  family: (typeof families)[number];
  marks: FamilyMarks | undefined;
  isSorted: boolean;
  isNamed: boolean;
}) {
  const answer = rowAnswer(product, family);
  const { could, amount, missed, none, perDay } = answer;
  const open = missed ? `${none}; ${missed}` : null;
  return (
    <div
      className={`relative grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-x-3 border-t-2 pt-1 @xl:grid-cols-[auto_minmax(0,1fr)] @xl:border-t-2 ${isSorted ? 'border-accent' : 'border-line @max-xl:border-transparent'}`}
    >
      <dt className="font-mono text-2xs text-ink-soft">{name}</dt>
      <dd className="text-sm @max-xl:col-start-1 @xl:text-right">
        <RiskMark {...answer} />
      </dd>
      {marks && (
        <dd
          aria-hidden="true"
          className="@max-xl:col-start-2 @max-xl:row-start-1 @xl:col-span-full @xl:py-1"
        >
          <Strip strip={{ family, marks: marks[family] }} size="mini" isNamed={isNamed} />
        </dd>
      )}
      {marks && marks.limits[family].length > 0 && (
        <dd className="@max-xl:col-start-2 @max-xl:row-start-2 @xl:col-span-full">
          <LimitTicks verdicts={marks.limits[family]} />
        </dd>
      )}
      {(open ?? (!could && amount)) && (
        <dd className="sr-only">{open ?? `${amount?.figure} ${amount?.of}`}</dd>
      )}
      {perDay && !product.not_food && <dd className="sr-only">{capitalized(perDay)}</dd>}
    </div>
  );
}
