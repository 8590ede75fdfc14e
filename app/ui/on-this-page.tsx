import { Link } from 'react-router';

/** The way to each section of a long page; beside the text where there is room. */
export function OnThisPage({
  sections,
  search = '',
}: {
  sections: readonly { id: string; title: string }[];
  /** The page's own query, which an anchor alone would drop. */
  search?: string;
}) {
  return (
    <nav aria-label="On this page" className="lg:sticky lg:top-20">
      <p className="label text-ink-faint">On this page</p>
      <ol className="mt-2 gap-x-8 sm:max-lg:columns-2">
        {sections.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <Link
              to={`${search}#${id}`}
              className="inline-flex min-h-8 items-center py-1 text-sm leading-tight text-ink-soft hover:text-ink hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
