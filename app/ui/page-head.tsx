import type { ReactNode } from 'react';

/** The head of a page: whom or what it is for, over its title, and its lead. */
export function PageHead({
  label = 'For anyone who checks',
  title,
  children,
}: {
  label?: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section className="squared border-b border-line">
      <div className="page-column pt-10 pb-9">
        <p className="label mb-3 text-accent-ink">{label}</p>
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        <p className="mt-4 max-w-prose text-lg text-ink-soft">{children}</p>
      </div>
    </section>
  );
}
