import { href, Link } from 'react-router';
import { dayText } from '#app/kit/day-text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import type { Books } from '#app/ledger/books-now.server.ts';
import type { listCorrections } from '#app/results/report/corrections.server.ts';
import { LineList } from '#app/ui/line-list.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { TextLink } from '#app/ui/text-link.tsx';

/** Files of what is published, by their names; those of tabs are answered by calls. */
const FILES = {
  'samples.tsv': 'every sample as the laboratory reported it',
  'figures.tsv': 'every figure that follows from them',
  'plasticlist.csv': 'every measurement, a line each, with unit, lot, and method',
  'products.csv': 'every product to fund, with what it has of its goal',
  'risk-methodology.csv': 'every daily limit, with where its authority says so',
  'tests.csv': 'every test that was funded here, from its goal to its results or its end',
};

/** Everything that was measured, and everything that follows from it, to be taken away. */
export function FileLinks() {
  return (
    <>
      <ul className="mt-3 flex flex-col gap-2">
        {Object.entries(FILES).map(([name, what]) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3">
            <a
              href={`/${name.replace(/^(\w+)\.tsv$/, 'api/published/$1')}`}
              download={name}
              className="link inline-flex min-h-8 items-center font-mono"
            >
              {name}
            </a>
            <span className="text-sm text-ink-soft">{what}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">
        Any spreadsheet opens them; at the address of a table with <code>-metadata.json</code>{' '}
        behind it stands what its columns mean. Everything else is in the{' '}
        <TextLink to={href('/api/docs')}>API</TextLink>, without a key.
      </p>
    </>
  );
}

/** All money that came in, and where it is, to the cent. */
export function BookLines({ books }: { books: Books }) {
  return (
    <section aria-labelledby="money">
      <RuleLabel id="money">The money</RuleLabel>
      <dl className="mt-4 divide-y divide-line rounded-lg border border-line-strong bg-paper-raised px-4 shadow-raised sm:px-5">
        <Line name="Came in, donations included" dollars={books.received} isTotal />
        <Line name="Held now" dollars={books.held} />
        {books.owed_back !== 0 && (
          <Line name="of it, refunds on their way" dollars={books.owed_back} isPart />
        )}
        {books.reserve !== 0 && (
          <Line name="of it, reserve for tests that cost more" dollars={books.reserve} isPart />
        )}
        <Line name="Spent on samples and laboratories" dollars={books.spent_on_tests} />
        <Line name="Kept by the payment provider" dollars={books.fees} />
        <Line name="Returned to people, or held by a bank in a dispute" dollars={books.returned} />
      </dl>
      <p className="mt-3 text-sm text-ink-soft">
        From the double-entry ledger,{' '}
        <time dateTime={books.as_of}>
          {dayText(books.as_of)}, {books.as_of.slice(11, 16)} UTC
        </time>
        . What came in is what is held, was spent, was kept by the payment provider, and was
        returned or is in dispute, to the cent. What each product raised and what its test cost is
        on its own page; the same figures for programs are at{' '}
        <a href="/api/books" className="link font-mono">
          /api/books
        </a>
        .
      </p>
    </section>
  );
}

function Line({
  name,
  dollars,
  isTotal = false,
  isPart = false,
}: {
  name: string;
  dollars: number;
  isTotal?: boolean;
  isPart?: boolean;
}) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-6 py-2.5 ${isPart ? 'pl-4' : ''}`}
    >
      <dt className={isTotal ? 'font-medium' : 'text-sm text-ink-soft'}>{name}</dt>
      <dd
        className={`shrink-0 font-mono tabular ${isTotal ? 'text-lg font-semibold text-accent-ink' : ''}`}
      >
        {formatDollars(dollars)}
      </dd>
    </div>
  );
}

type Corrections = Awaited<ReturnType<typeof listCorrections>>;

/** What was published and corrected since, the newest first. */
export function CorrectionList({ count, newest }: Corrections) {
  return (
    <section aria-labelledby="corrections">
      <RuleLabel id="corrections" note={count > 0 ? String(count) : undefined}>
        Corrections
      </RuleLabel>
      {count === 0 && <p className="mt-4">No published result has been corrected so far.</p>}
      <ul className="mt-2">
        {newest.map(({ originalId, number, name, publishedAt, reason, changes }) => (
          <li key={`${originalId}.${number}`} className="border-b border-line py-4">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Link
                to={href('/plasticlist/:originalId', { originalId: String(originalId) })}
                className="link wrap-anywhere"
              >
                {name}
              </Link>
              <time dateTime={publishedAt} className="font-mono text-sm text-ink-soft">
                {dayText(publishedAt)}
              </time>
            </p>
            <p className="mt-1 text-sm wrap-anywhere">{reason}</p>
            {changes.length > 0 && (
              <LineList lines={changes} className="mt-1.5 font-mono text-xs text-ink-soft" />
            )}
          </li>
        ))}
      </ul>
      {count > newest.length && (
        <p className="mt-4 text-sm text-ink-soft">
          {counted(count - newest.length, 'earlier correction')}: on the reports themselves, under
          “History of these results.”
        </p>
      )}
    </section>
  );
}
