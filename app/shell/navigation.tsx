import { useEffect, useRef, useState, type RefObject } from 'react';
import { href, NavLink, useLocation } from 'react-router';
import { site } from '#app/site.ts';

/** Every link of the navigation, in its order: in the menu of a phone. */
const entries: { to: string; text: string; isInBar?: boolean }[] = [
  // The logo leads home already.
  { to: href('/'), text: 'Home' },
  { to: href('/plasticlist'), text: 'Tested products', isInBar: true },
  { to: href('/add-product'), text: 'Add product', isInBar: true },
  { to: href('/cart'), text: 'Funding list', isInBar: true },
  { to: href('/donate'), text: 'Donate', isInBar: true },
  { to: href('/about'), text: 'About', isInBar: true },
  { to: href('/plasticlist/kinds'), text: 'Which of a kind is lowest' },
  { to: href('/plasticlist/compare'), text: 'Compare products' },
  { to: href('/saved'), text: 'Saved on this device' },
  { to: href('/risk-methodology'), text: 'Methodology' },
  { to: href('/faq'), text: 'FAQ' },
  { to: href('/blog'), text: 'Blog' },
  { to: href('/contact'), text: 'Contact' },
  { to: href('/view-contributions'), text: 'Your contributions' },
];

/** Those in the bar, from 640 px on, where there is no menu: the others stand in the footer. */
const barEntries = entries.filter(({ isInBar }) => isInBar);

/** Whoever comes from a product may give to tests first. */
const addressFrom = (pathname: string, to: string) =>
  to === href('/donate') && /^\/(product|plasticlist)\/\d/.test(pathname)
    ? `${to}?purpose=closest`
    : to;

/** Pixels of scrolling after which the bar is compact. */
const COMPACT_AFTER_PX = 20;

/** The fixed bar: compact off home and once scrolled; on a phone its links are in its menu. */
export function Navigation() {
  const { pathname } = useLocation();
  const isScrolled = useIsScrolled();
  const isCompact = isScrolled || pathname !== '/';
  return (
    <header
      data-compact={isCompact || undefined}
      className="group fixed inset-x-0 top-0 z-40 border-b border-line bg-paper"
    >
      <nav
        aria-label="Main"
        className="page-column @container flex h-18 items-center justify-between transition-[height] duration-200 group-data-compact:h-13"
      >
        <Logo />
        <ul className="ml-auto hidden items-center gap-3 sm:flex md:gap-6">
          {barEntries.map(({ to, text }) => (
            <li key={to}>
              <NavLink
                to={addressFrom(pathname, to)}
                className="inline-flex min-h-9 items-center whitespace-nowrap border-b-2 border-transparent font-mono text-xs text-ink-soft md:text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
              >
                {text}
              </NavLink>
            </li>
          ))}
        </ul>
        <SearchLink />
        <Menu />
      </nav>
    </header>
  );
}

/** Leads to the one search over everything, from every page and at every width. */
function SearchLink() {
  return (
    <NavLink
      to={href('/search')}
      className="ml-auto flex size-11 items-center justify-center sm:-mr-2 sm:ml-1 md:ml-4"
    >
      <span className="sr-only">Search</span>
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        strokeWidth="1.75"
        strokeLinecap="round"
        className="size-6 fill-none stroke-current"
      >
        <path d="M3 8.5a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0zM12.5 12.5L17 17" />
      </svg>
    </NavLink>
  );
}

/** A native disclosure, so that it opens without scripts. */
function Menu() {
  const { pathname } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  useDetailsMenu(menu);
  return (
    <details ref={menu} className="group/menu -mr-2 sm:hidden">
      <summary className="flex size-11 list-none items-center justify-center rounded-md [&::-webkit-details-marker]:hidden">
        <span className="sr-only">Menu</span>
        <svg
          viewBox="0 0 20 20"
          aria-hidden="true"
          strokeWidth="1.75"
          strokeLinecap="round"
          className="size-6 stroke-current"
        >
          <path d="M3 6h14M3 10h14M3 14h14" className="group-open/menu:hidden" />
          <path d="M5 5l10 10M15 5L5 15" className="hidden group-open/menu:block" />
        </svg>
      </summary>
      <ul className="absolute inset-x-0 top-full divide-y divide-line border-b border-line-strong bg-paper px-4 shadow-raised">
        {entries.map(({ to, text }) => (
          <li key={to}>
            <NavLink
              to={addressFrom(pathname, to)}
              end
              className="flex min-h-12 items-center font-mono text-base text-ink-soft aria-[current=page]:text-accent-ink aria-[current=page]:underline aria-[current=page]:underline-offset-4"
            >
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Logo() {
  return (
    <NavLink
      to={href('/')}
      end
      aria-label={`${site.name}, home`}
      className="-ml-1 inline-flex sm:mr-3 min-h-11 items-center gap-2.5 px-1"
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-7 transition-[width,height] duration-200 group-data-compact:size-6"
      >
        <path
          className="fill-accent"
          d="M7.2 15h9.6l1.8 3.45c.45.9-.15 1.8-1.13 1.8H6.53c-.98 0-1.58-.9-1.13-1.8z"
        />
        <path
          className="fill-none stroke-current"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
          d="M9 3.75h6M9.75 3.75v6L5.4 18.45c-.45.9.15 1.8 1.13 1.8h10.94c.98 0 1.58-.9 1.13-1.8L14.25 9.75v-6"
        />
      </svg>
      <span className="hidden font-display text-xl font-medium @3xs:inline tracking-tight transition-[font-size] duration-200 group-data-compact:text-lg">
        {site.name}
      </span>
    </NavLink>
  );
}

function useIsScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > COMPACT_AFTER_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return isScrolled;
}

/**
 * Closes an open disclosure on a route change, on a click or focus outside it, and on Escape, which
 * gives focus back to its summary.
 */
function useDetailsMenu(menu: RefObject<HTMLDetailsElement | null>): void {
  const { key } = useLocation();
  const shown = useRef(key);

  useEffect(() => {
    if (shown.current === key) return; // it may have been opened before there were scripts
    shown.current = key;
    if (menu.current) menu.current.open = false;
  }, [menu, key]);

  useEffect(() => {
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !menu.current?.contains(target);
    const closeFromOutside = (event: Event) => {
      if (menu.current?.open && isOutside(event.target)) menu.current.open = false;
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [menu]);
}
