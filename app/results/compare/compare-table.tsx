import { LimitTicks } from '#app/results/limit-ticks.tsx';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { reportAddress } from './compare-rows.tsx';
import type { ComparedProduct } from './compare.server.ts';
import { standsBeside } from './verdict-row.ts';
import { CANT_TELL } from '#app/kit/facts.ts';
import { amountInSentence, answerOf } from '#app/results/answers/answer.ts';
import { UNKNOWN } from '#app/catalogue/messages.ts';
import { NOT_AVAILABLE, NOT_FOOD_MARK } from '#app/results/messages.ts';
import { spanOfLimit } from '#app/results/answers/percent-text.ts';
import { categoryText } from '#app/results/answers/product-category.ts';
import { TileFigures, TileHeadline } from '#app/results/report/tile-figures.tsx';
import type { ReportTile } from '#app/results/answers/report-cards.ts';
import { tileAnswer } from '#app/results/answers/tile-answer.ts';
import { personServingsText, sharedEater } from '#app/results/answers/eater.ts';
import type { Bounds } from '#app/toxicology/bounds.ts';
import { riskLevel } from '#app/toxicology/risk-level.ts';
import { families, familyOf, type Family } from '#app/toxicology/families.ts';

/**
 * Products side by side in words, a column each. Headings of rows stand above them, so that two columns fit
 * on a telephone; more are scrolled to.
 */
export function CompareTable({
  products,
  labelledBy,
}: {
  products: readonly ComparedProduct[];
  /** Id of the heading that names the table. */
  labelledBy: string;
}) {
  const ids = products.map(({ id }) => id);
  const isForOne = sharedEater(products.map(({ eater }) => eater)) !== null;
  const lines = products.map((product) => standsBeside(product, products));
  const facts: [string, (product: ComparedProduct) => ReactNode][] = [
    ['For', ({ eater }) => personServingsText(eater)],
    ['Category', ({ category }) => categoryText(category ?? UNKNOWN)],
    ['Serving size', ({ servingG }) => (servingG ? `${servingG} g` : UNKNOWN)],
    ['Samples tested', ({ samples }) => samples],
  ];
  const beyond = products.length - COLUMNS_ON_A_PHONE;
  return (
    <>
      {beyond > 0 && (
        <p className="mb-2 text-sm text-ink-soft @2xl:hidden">
          Two of {products.length} fit here. Swipe the table for{' '}
          {beyond === 1 ? 'the third' : 'the others'} <span aria-hidden="true">→</span>
        </p>
      )}
      <div
        role="region"
        aria-label="Table of products"
        // A region that scrolls has to be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={`relative overflow-x-auto scroll-edge rounded-lg border border-line-strong bg-paper-raised ${widest[products.length] ?? ''}`}
      >
        <table
          aria-labelledby={labelledBy}
          className={`w-full table-fixed border-collapse text-left text-sm ${narrowest[products.length] ?? ''}`}
        >
          <thead>
            <tr className="border-b border-line-strong align-top">
              {products.map((product) => (
                <th
                  key={product.id}
                  scope="col"
                  className={`${cellClass} ${ruledClass} pt-3 pb-2 font-normal`}
                >
                  <Head product={product} />
                </th>
              ))}
            </tr>
          </thead>
          {products.length > 1 && (isForOne || lines.some((those) => those.length > 0)) && (
            <Rows
              name="Which is lower"
              ids={ids}
              cells={lines.map((those) =>
                those.map((line) => (
                  <p key={line} className="mt-1 first:mt-0">
                    {line}
                  </p>
                )),
              )}
            />
          )}
          {facts.slice(isForOne ? 1 : 0).map(([name, factOf]) => (
            <Rows key={name} name={name} ids={ids} cells={products.map(factOf)} isFact />
          ))}
          {families.map(({ key: family, name }, index) => (
            <Fragment key={family}>
              <Rows
                name={name}
                ids={ids}
                cells={products.map(({ tiles, isNotFood }) => {
                  const tile = tiles.find((one) => one.family === family);
                  return tile ? <Compared {...{ tile, isNotFood }} key={family} /> : NOT_AVAILABLE;
                })}
              />
              <Rows
                name={`${name} per 100 g`}
                ids={ids}
                cells={products.map(({ per100g, tiles }) =>
                  per100gText(per100g[index] ?? null, family, tiles[index]?.own ?? null),
                )}
                isFact
              />
            </Fragment>
          ))}
        </table>
      </div>
    </>
  );
}

/** More are swiped to. */
const COLUMNS_ON_A_PHONE = 2;

function Compared({ tile, isNotFood }: { tile: ReportTile; isNotFood: boolean }) {
  const answer = tileAnswer(tile);
  const areBoundsShown = answer.doBoundsMatter && answer.reason === null;
  return (
    <>
      {!isNotFood && <LimitTicks verdicts={tile.verdicts} />}
      <TileHeadline {...{ tile, isNotFood }} />
      <TileFigures {...{ tile, answer, isNotFood }} />
      {answer.bounds && !areBoundsShown && (
        <p className="mt-1 text-xs text-ink-soft tabular">{answer.bounds}</p>
      )}
    </>
  );
}

/** What 100 g come to: no level, which is of a serving. */
function per100gText(percent: Bounds | null, family: Family, own: ReportTile['own']): string {
  if (!percent) return NOT_AVAILABLE;
  const { could, amount } = answerOf({
    family,
    level: riskLevel(percent.estimate),
    percent,
    own,
  });
  if (could === null && amount) return amountInSentence(amount);
  return percent.upperOpen
    ? CANT_TELL
    : `${CANT_TELL}: ${spanOfLimit(percent.lower, percent.upper, familyOf(family).whoseLimit)}`;
}

const cellClass = 'px-3 @2xl:px-5';
const ruledClass = 'border-l border-line first:border-l-0';

/** Room for a sentence in a column, and no more than it needs. */
const narrowest: Record<number, string> = { 3: 'min-w-[31rem]', 4: 'min-w-[41rem]' };
const widest: Record<number, string> = { 1: 'max-w-md', 2: 'max-w-3xl' };

function Head({ product }: { product: ComparedProduct }) {
  return (
    <>
      <span className="label block text-2xs text-ink-faint tabular">
        {`No. ${product.paddedId}${product.isNotFood ? `, ${NOT_FOOD_MARK}` : ''}`}
      </span>
      <Link
        to={reportAddress(product)}
        className="mt-0.5 block font-display text-lg leading-snug wrap-anywhere decoration-1 underline-offset-4 hover:underline"
      >
        {product.name}
      </Link>
    </>
  );
}

/** One heading and, below it, one cell a product. */
function Rows({
  name,
  ids,
  cells,
  isFact = false,
}: {
  name: string;
  ids: readonly number[];
  cells: ReactNode[];
  isFact?: boolean;
}) {
  return (
    <tbody className="border-b border-line last:border-b-0">
      <tr>
        <th
          scope="rowgroup"
          colSpan={ids.length}
          className={`px-3 text-left @2xl:px-5 ${isFact ? 'pt-2' : 'border-b border-line bg-paper-sunk py-2'}`}
        >
          <span
            className={`label sticky left-3 @2xl:left-5 ${isFact ? 'text-2xs text-ink-faint' : 'font-medium text-ink'}`}
          >
            {name}
          </span>
        </th>
      </tr>
      <tr className="align-top">
        {ids.map((id, index) => (
          <td
            key={id}
            className={`${cellClass} ${isFact ? 'pb-2 tabular' : `${ruledClass} pt-3 pb-4`}`}
          >
            {cells[index]}
          </td>
        ))}
      </tr>
    </tbody>
  );
}
