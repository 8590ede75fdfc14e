import { href, Link } from 'react-router';
import { personText, specChild } from '#app/results/eater.ts';
import { listed } from '#app/kit/text.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { unsureFamilies, type Cleaner } from './cleaner.ts';
import type { CleanerFound } from './cleaner.server.ts';
import { compareAddress } from './compare-query.ts';
import { CLEANER_NONE } from '#app/results/messages.ts';
import { mostText, wordOf } from '#app/results/answer.ts';
import { ofLimit } from '#app/results/percent-text.ts';
import { RiskMark } from '#app/results/risk-mark.tsx';
import { KindLink } from '#app/results/kind-link.tsx';
import { ToFund } from '#app/results/hits.tsx';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';

/** What else there is of a report's kind: all of it, what is surely cleaner, and what can be funded. */
export function SameKind({
  originalId,
  found,
  className,
}: {
  /** The product of the report. */
  originalId: number;
  /** Null: the product has no kind, and nothing is said. */
  found: CleanerFound | null;
  className: string;
}) {
  if (!found) return null;
  const { kind, cleaner, toFund } = found;
  const name = kind.name.toLowerCase();
  return (
    <div className={className}>
      {cleaner && <CleanerList {...{ originalId, name, cleaner }} />}
      <KindLink kind={kind} />
      <ToFund id="to-fund" title={`Not tested yet: ${name}`} items={toFund} />
    </div>
  );
}

/** Tested products of the same kind that are surely cleaner (decision 0024). */
function CleanerList({
  originalId,
  name,
  cleaner,
}: {
  originalId: number;
  name: string;
  cleaner: Cleaner[];
}) {
  const ids = [originalId, ...cleaner.map(({ product }) => product.product_id)];
  return (
    <section aria-labelledby="cleaner">
      <RuleLabel id="cleaner" className="mb-4">
        Cleaner {name}
      </RuleLabel>
      {cleaner.length === 0 ? (
        <p className="max-w-prose text-sm text-ink-soft">{CLEANER_NONE}</p>
      ) : (
        <>
          <p className="max-w-prose text-sm text-ink-soft">{explanation(cleaner)}</p>
          <ul className="mt-3 border-t border-line">
            {cleaner.map((entry) => (
              <Entry key={entry.product.product_id} entry={entry} />
            ))}
          </ul>
          <Link
            to={compareAddress(ids)}
            className="link mt-2 inline-flex min-h-8 items-center font-mono text-sm"
          >
            Compare them side by side
          </Link>
        </>
      )}
    </section>
  );
}

/** Whose intake, in what, and why it is sure. */
function explanation([first]: Cleaner[]): string {
  if (!first) return '';
  const { name, whoseLimit } = familyOf(first.family);
  return `One serving of this product has at least ${ofLimit(first.againstPercent, whoseLimit)} for ${name.toLowerCase()}, for ${personText(specChild.weightKg)}. These products have a lower level there even at their upper bound, and are surely higher in nothing else.`;
}

function Entry({ entry: { product, family, upperPercent } }: { entry: Cleaner }) {
  const caveat = caveatOf(product, family);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 border-b border-line py-3">
      <Link
        to={href('/plasticlist/:originalId', { originalId: String(product.product_id) })}
        className="text-base leading-snug wrap-anywhere decoration-1 underline-offset-4 hover:underline"
      >
        {product.name}
      </Link>
      <p className="text-right text-sm">
        <RiskMark level={wordOf(product[`${family}_risk`], false)} />{' '}
        <span className="block font-mono text-xs whitespace-nowrap text-ink-soft tabular">
          {mostText(upperPercent, familyOf(family).whoseLimit)}
        </span>
      </p>
      {caveat && <p className="col-span-2 text-sm text-ink-soft">{caveat}</p>}
    </li>
  );
}

/** What of the rest is not known: a cleaner product is not a clean one. */
function caveatOf(product: RiskLevelRow, family: Family): string {
  const named = (families: Family[]) =>
    listed(families.filter((other) => other !== family).map((other) => familyOf(other).name));
  const unsure = named(unsureFamilies(product));
  return unsure && `${unsure}: its test can’t tell.`;
}
