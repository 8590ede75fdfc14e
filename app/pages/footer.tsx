import { href, Link } from 'react-router';
import { track } from '#app/platform/track.ts';
import { site } from '#app/site.ts';

interface FooterEntry {
  to: string;
  text: string;
  isExternal?: boolean;
}

/** Every link of the footer, in its order. */
const entries: FooterEntry[] = [
  { to: href('/'), text: 'Products to fund' },
  { to: href('/plasticlist'), text: 'Tested products' },
  { to: href('/risk-methodology'), text: 'Methodology' },
  { to: href('/add-product'), text: 'Add product' },
  { to: href('/donate'), text: 'Donate' },
  { to: href('/view-contributions'), text: 'Your contributions' },
  { to: href('/about'), text: 'About' },
  { to: href('/blog'), text: 'Blog' },
  { to: href('/faq'), text: 'FAQ' },
  { to: href('/contact'), text: 'Contact' },
  { to: href('/legal'), text: 'Legal' },
  { to: href('/api/docs'), text: 'API' },
  { to: site.resultsSource.url, text: site.resultsSource.name, isExternal: true },
];

/** Credits and links at the end of every page. */
export function Footer() {
  return (
    <footer className="border-t border-line bg-paper-sunk">
      <div className="page-column flex flex-col justify-between gap-x-12 gap-y-6 py-10 sm:flex-row">
        <div className="max-w-md">
          <p className="font-display text-lg">{site.name}</p>
          <p className="mt-2 text-sm text-ink-soft">
            Results of tested products come from {site.resultsSource.name} and from tests funded
            here. Set in Fraunces, Inter and IBM Plex Mono.
          </p>
        </div>
        <ul className="columns-2 gap-x-6 sm:gap-x-10">
          {entries.map((entry) => (
            <li key={entry.to} className="break-inside-avoid pb-1">
              <FooterLink entry={entry} />
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}

function FooterLink({ entry }: { entry: FooterEntry }) {
  const look = {
    className: 'inline-flex min-h-8 items-center gap-1.5 font-mono text-sm link',
    onClick: () => track('Footer Link Click', { link: entry.text, url: entry.to }),
  };
  if (!entry.isExternal) {
    return (
      <Link to={entry.to} {...look}>
        {entry.text}
      </Link>
    );
  }
  return (
    <a href={entry.to} rel="noopener" {...look}>
      {entry.text} <span aria-hidden="true">↗</span>
    </a>
  );
}
