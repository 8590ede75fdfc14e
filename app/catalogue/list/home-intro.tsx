import { href, Link } from 'react-router';
import type { ReactNode } from 'react';
import { site } from '#app/site.ts';

/** What there is to look up, the one search, which is `children`, and the kinds that most ask about. */
export function HomeIntro({
  testedCount,
  kinds,
  children,
}: {
  testedCount: number | undefined;
  kinds: readonly { key: string; name: string }[];
  children: ReactNode;
}) {
  return (
    <section className="squared border-b border-line">
      <div className="page-column pt-3 pb-1.5 sm:pt-6 sm:pb-3">
        <h1 className="text-3xl sm:text-4xl">{site.tagline}</h1>
        <p className="mt-1 max-w-prose text-ink-soft sm:text-lg">
          Look up {testedCount} lab-tested products. Not there? Test it together.
        </p>
        {children}
        {/* Read as one line, pressed as links. */}
        <ul aria-label="Kinds" className="mt-1 flex flex-wrap gap-x-4">
          {kinds.map(({ key, name }) => (
            <KindEntry key={key} to={href('/plasticlist/kinds/:kind', { kind: key })}>
              {name}
            </KindEntry>
          ))}
          <KindEntry to={href('/plasticlist/kinds')}>All kinds</KindEntry>
        </ul>
      </div>
    </section>
  );
}

function KindEntry({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-8 items-center text-accent-ink underline-offset-4 hover:underline"
      >
        {children}
      </Link>
    </li>
  );
}
