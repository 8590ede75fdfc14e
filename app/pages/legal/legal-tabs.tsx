import { Link } from 'react-router';
import { legalSearch, type LegalText } from './legal.ts';

/** Two links in the look of tabs: each text has an address and works without scripts. */
export function LegalTabs({ texts, chosen }: { texts: readonly LegalText[]; chosen: LegalText }) {
  return (
    <nav aria-label="Legal texts" className="-mb-px flex gap-1 sm:gap-2">
      {texts.map((text) => (
        <Link
          key={text.key}
          to={legalSearch(text) || '?'}
          preventScrollReset
          aria-current={text === chosen ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-t-md border border-b-0 border-line bg-paper-sunk px-4 font-mono text-sm text-ink-soft hover:text-ink aria-[current]:border-t-3 aria-[current]:border-line-strong aria-[current]:border-t-accent aria-[current]:bg-paper aria-[current]:text-accent-ink sm:px-6"
        >
          {text.title}
        </Link>
      ))}
    </nav>
  );
}
