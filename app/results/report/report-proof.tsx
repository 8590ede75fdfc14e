import { href, Link } from 'react-router';
import { counted } from '#app/kit/text.ts';
import { Sealed } from '#app/log/sealed.tsx';
import { site } from '#app/site.ts';
import { reportAddress } from '#app/results/risk-level-row.ts';
import type { TestFacts } from '#app/results/answers/test-facts.ts';
import type { ReportBase } from '#app/results/tested-schema.ts';
import { citationOf } from './citation.ts';
import type { ReportBackground } from './corrections.server.ts';
import { ReportFacts } from './report-facts.tsx';
import { ReportHistory } from './report-history.tsx';

/** How results were come by, whose they are, how to cite them, what they were before, and where they are sealed. */
export function ReportProof({
  page,
  table = '/plasticlist.csv',
}: {
  page: ReportBackground & { report: ReportBase; facts: TestFacts };
  /** Where all products of its panel are. */
  table?: string;
}) {
  const { report, facts, contributors, baseUrl, seal } = page;
  const { funded_product_id: code } = report;
  const { product_id: id } = report.risk;
  return (
    <>
      <ReportFacts {...{ report, facts, seal }} />
      <p className="mt-6 max-w-prose text-sm text-ink-soft">
        {code === null ? <Published /> : <Funded code={code} contributors={contributors} />}{' '}
        <a href="#samples" className="link whitespace-nowrap">
          Raw data
        </a>{' '}
        ·{' '}
        <a href={`${reportAddress(id)}.csv`} download className="link whitespace-nowrap">
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
      <ReportHistory originalId={id} {...page} />
      <Sealed seal={seal} className="mt-6" />
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
