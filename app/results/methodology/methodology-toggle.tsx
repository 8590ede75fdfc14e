import { Link } from 'react-router';

/** The two ways to read the methodology; the first is the page's own address. */
export const METHODOLOGY_VIEWS = [
  { key: 'simple', label: 'Simple Explanation' },
  { key: 'technical', label: 'Technical Details' },
] as const;

export type MethodologyView = (typeof METHODOLOGY_VIEWS)[number]['key'];

/** What tests for metals are is read in one way: another page at the same address. */
export const METALS_SEARCH = '?panel=metals';

export function isOfMetals(params: URLSearchParams): boolean {
  return params.get('panel') === 'metals';
}

/** The view that an address asks for; `simple` unless it names another. */
export function methodologyViewOf(params: URLSearchParams): MethodologyView {
  const asked = METHODOLOGY_VIEWS.find(({ key }) => key === params.get('view'));
  return asked?.key ?? METHODOLOGY_VIEWS[0].key;
}

/** The query of a view's address. */
export function methodologySearch(view: MethodologyView): string {
  return view === METHODOLOGY_VIEWS[0].key ? '' : `?view=${view}`;
}

/** Two links, so that a view has an address and works without scripts. */
export function MethodologyToggle({ chosen }: { chosen: MethodologyView }) {
  return (
    <nav
      aria-label="How to read this page"
      className="flex w-full max-w-md flex-wrap rounded-md border border-line-strong bg-paper"
    >
      {METHODOLOGY_VIEWS.map(({ key, label }) => (
        <Link
          key={key}
          to={methodologySearch(key) || '?'}
          preventScrollReset
          aria-current={key === chosen ? 'page' : undefined}
          className="group flex min-h-11 flex-1 items-center justify-center gap-1.5 border-b-3 border-transparent px-1 text-center font-mono text-xs text-ink-soft hover:text-ink aria-[current]:border-accent aria-[current]:bg-accent-wash aria-[current]:text-accent-ink sm:gap-2 sm:px-4 sm:text-sm"
        >
          <span
            aria-hidden="true"
            className="size-2.5 shrink-0 rounded-full border border-line-strong group-aria-[current]:border-accent group-aria-[current]:bg-accent"
          />
          {label}
        </Link>
      ))}
    </nav>
  );
}
