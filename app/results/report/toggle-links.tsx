import { Link } from 'react-router';

interface ToggleLink {
  label: string;
  /** Small, after the label. */
  note?: string;
  to: string;
  isChosen: boolean;
}

/** One choice of several, as it stands in its `group/choice`: marked where it is the one that holds. */
export function Choice({ label, note, isChosen }: Omit<ToggleLink, 'to'>) {
  return (
    <span
      data-chosen={isChosen || undefined}
      className="group flex min-h-11 items-center gap-2 border-b-3 border-transparent px-3 font-mono text-sm text-ink-soft group-hover/choice:text-ink data-chosen:border-accent data-chosen:bg-accent-wash data-chosen:text-accent-ink sm:px-4"
    >
      <span
        aria-hidden="true"
        className="size-2.5 rounded-full border border-line-strong group-data-chosen:border-accent group-data-chosen:bg-accent"
      />
      <span className="text-left leading-tight">
        {label} {note && <span className="block text-xs leading-tight">{note}</span>}
      </span>
    </span>
  );
}

/**
 * A few choices of which one holds, as links: each has an address and works without scripts; with
 * them nothing is loaded. The chosen one is marked in the accent of the site.
 */
export function ToggleLinks({ label, links }: { label: string; links: readonly ToggleLink[] }) {
  return (
    <nav
      aria-label={label}
      className="flex max-w-full flex-wrap rounded-md border border-line-strong"
    >
      {links.map((link) => (
        <Link
          key={link.label}
          to={link.to}
          replace
          preventScrollReset
          aria-current={link.isChosen ? 'true' : undefined}
          className="group/choice"
        >
          <Choice {...link} />
        </Link>
      ))}
    </nav>
  );
}
