import { Link, href } from 'react-router';
import { track } from '#app/analytics/track.ts';
import { site } from '#app/site.ts';

interface FooterEntry {
  to: string;
  text: string;
}

/** The columns of the footer, each under its heading. */
const footerColumns: { heading: string; entries: FooterEntry[] }[] = [
  {
    heading: 'Fund',
    entries: [
      { to: href('/'), text: 'Products to fund' },
      { to: href('/add-product'), text: 'Add product' },
      { to: href('/donate'), text: 'Donate' },
      { to: href('/view-contributions'), text: 'Your contributions' },
    ],
  },
  {
    heading: 'Results',
    entries: [
      { to: href('/plasticlist'), text: 'Tested products' },
      { to: href('/plasticlist/compare'), text: 'Compare products' },
      { to: href('/saved'), text: 'Saved on this device' },
      { to: href('/risk-methodology'), text: 'Methodology' },
      { to: href('/data'), text: 'Open data' },
      { to: href('/log'), text: 'The log' },
      { to: href('/api/docs'), text: 'API' },
    ],
  },
  {
    heading: 'Project',
    entries: [
      { to: href('/about'), text: 'About' },
      { to: `${href('/about')}#who`, text: 'Who runs this' },
      { to: href('/transparency'), text: 'Open books and data' },
      { to: href('/tests'), text: 'Every test' },
      { to: href('/faq'), text: 'FAQ' },
      { to: href('/blog'), text: 'Blog' },
      { to: href('/contact'), text: 'Contact' },
    ],
  },
];

/** Credits and links at the end of every page; on a phone a line for each column, to be opened. */
export function Footer() {
  return (
    // What is fixed to the corner of the window never covers the last line.
    <footer className="print:hidden border-t border-line bg-paper-sunk pb-[var(--foot,0px)]">
      <div className="page-column grid gap-x-16 gap-y-10 sm:pt-12 sm:pb-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div className="max-w-sm max-sm:hidden">
          <p className="font-display text-xl tracking-tight">{site.name}</p>
          <p className="mt-1 font-display text-base text-ink-soft italic">{site.tagline}</p>
          {site.operator && <p className="mt-4 text-sm text-ink-soft">Run by {site.operator}.</p>}
          <p className="mt-4 text-sm text-ink-soft">
            Results of tested products come from <SourceLink /> and from tests funded here.
          </p>
        </div>
        <nav
          aria-label="Footer"
          className="max-sm:divide-y max-sm:divide-line sm:grid sm:grid-cols-3 sm:gap-x-6 lg:gap-x-16"
        >
          {footerColumns.map((column) => (
            <Column key={column.heading} {...column} />
          ))}
        </nav>
      </div>
      <div className="page-column">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-line py-4 max-sm:py-1">
          <p className="text-sm text-ink-faint max-sm:hidden">
            Set in Fraunces, Inter and IBM Plex Mono.
          </p>
          <p className="text-sm text-ink-soft sm:hidden">
            Results: <SourceLink /> and our tests
          </p>
          <FooterLink entry={{ to: href('/legal'), text: 'Legal' }} />
        </div>
      </div>
    </footer>
  );
}

/** The data project whose results are shown; on another host. */
function SourceLink() {
  const { url: to, name: text } = site.resultsSource;
  return (
    <a href={to} rel="noopener" className="link" onClick={counted({ to, text })}>
      {text} <span aria-hidden="true">↗</span>
    </a>
  );
}

function Column({ heading, entries }: { heading: string; entries: FooterEntry[] }) {
  return (
    <details className="phone-disclosure">
      <summary className="py-3 text-ink-faint">
        <span className="label">{heading}</span>
      </summary>
      <h2 className="label border-b border-line pb-2 text-ink-faint max-sm:hidden">{heading}</h2>
      <ul aria-label={heading} className="gap-x-6 max-sm:columns-2 max-sm:pb-3 sm:mt-2">
        {entries.map((entry) => (
          <li key={entry.to}>
            <FooterLink entry={entry} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function FooterLink({ entry }: { entry: FooterEntry }) {
  return (
    <Link
      to={entry.to}
      onClick={counted(entry)}
      className="inline-flex min-h-9 items-center text-sm wrap-anywhere text-ink-soft underline-offset-4 hover:text-ink hover:underline"
    >
      {entry.text}
    </Link>
  );
}

function counted({ text, to }: FooterEntry) {
  return () => track('Footer Link Click', { link: text, url: to });
}
