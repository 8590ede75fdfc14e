import { href, Link } from 'react-router';
import { counted } from '#app/kit/text.ts';
import { site } from '#app/site.ts';
import type { ReportBase } from '#app/results/tested-schema.ts';
import { citationOf } from './citation.ts';

/** Whose results these are, where they come from, and how to cite them. */
export function ReportSource({
  report,
  contributors,
  baseUrl,
  table = '/plasticlist.csv',
}: {
  report: ReportBase;
  /** null where the product was not funded here. */
  contributors: number | null;
  /** Of the site, as a citation names it. */
  baseUrl: string;
  /** Where all products of its panel are. */
  table?: string;
}) {
  const { funded_product_id: code, risk } = report;
  return (
    <>
      <p className="mt-6 max-w-prose text-sm text-ink-soft">
        {code === null ? <Published /> : <Funded code={code} contributors={contributors} />}{' '}
        <a href="#samples" className="link whitespace-nowrap">
          Raw data
        </a>{' '}
        ·{' '}
        <a
          href={`${href('/plasticlist/:originalId', { originalId: String(risk.product_id) })}.csv`}
          download
          className="link whitespace-nowrap"
        >
          Download as CSV
        </a>{' '}
        ·{' '}
        <a href={table} download className="link whitespace-nowrap">
          All products as CSV
        </a>
      </p>
      <details className="mt-2 max-w-prose text-sm">
        <summary className="link inline-block">Cite this</summary>
        <p className="mt-1 wrap-anywhere text-ink-soft">{citationOf(report, baseUrl)}</p>
      </details>
    </>
  );
}

function Published() {
  const { name, url } = site.resultsSource;
  return (
    <>
      The samples were collected, tested and published by {name}.{' '}
      <a href={url} rel="noopener" className="link whitespace-nowrap">
        Raw data at {name}
        <span aria-hidden="true">{'\u00a0↗'}</span>
      </a>
    </>
  );
}

function Funded({ code, contributors }: { code: number; contributors: number | null }) {
  return (
    <>
      These tests were funded here, on {site.name}, and the samples were tested independently of the
      company that makes or sells the product.{' '}
      <Link
        to={href('/product/:id', { id: String(code) })}
        className="link inline-block min-h-6 whitespace-nowrap"
      >
        {contributors
          ? `Funded by ${counted(contributors, 'person', 'people')}`
          : 'How it was funded'}
      </Link>
    </>
  );
}
