import { href } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { API_DOCUMENT_PATH } from '#app/http/api-document.server.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import { Prose } from '#app/prose/prose.tsx';
import { readApi } from '#app/prose/read-text.server.ts';
import { site } from '#app/site.ts';
import { OnThisPage } from '#app/ui/on-this-page.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { Route } from './+types/api-docs.page.ts';

export function loader() {
  return { topics: readApi(), documentPath: API_DOCUMENT_PATH, baseUrl: siteUrl() };
}

export const meta = metaOf(href('/api/docs'), {
  title: 'API',
  description: `Every call of ${site.name}: what it takes, what it answers, how it refuses. Products, funding and laboratory results as JSON, described in OpenAPI 3.1.`,
});

export default function ApiDocsPage({ loaderData }: Route.ComponentProps) {
  const { topics, documentPath, baseUrl } = loaderData;
  return (
    <>
      <section className="squared border-b border-line">
        <div className="page-column pt-10 pb-9">
          <p className="label mb-3 text-accent-ink">For programs</p>
          <h1 className="text-3xl sm:text-4xl">The API</h1>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">
            The pages of this site are built on these calls, and anyone can make them, except those
            marked as for administrators. They take and return JSON. A call that refuses says why in
            one sentence, as <code>error</code>. Beside a call that answers a list stands all of it
            as a table: its address with <code>.csv</code>, such as{' '}
            <a href="/api/products.csv" download className="link">
              /api/products.csv
            </a>
            .
          </p>
          <p className="mt-4 font-mono text-sm">
            <span className="text-ink-soft">OpenAPI 3.1: </span>
            <a href={documentPath} className="link wrap-anywhere">
              {baseUrl}
              {documentPath}
            </a>
          </p>
        </div>
      </section>
      <div className="page-column grid items-start gap-x-12 gap-y-8 pt-8 pb-20 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <OnThisPage sections={topics} />
        <div className="flex min-w-0 flex-col gap-14">
          {topics.map(({ id, title, parts }) => (
            <section key={id} aria-labelledby={id}>
              <RuleLabel id={id} note={String(parts.length)}>
                {title}
              </RuleLabel>
              {parts.map((part) => (
                <article key={part.id} aria-labelledby={part.id} className="mt-8">
                  <h3 id={part.id} className="scroll-mt-20 font-mono text-base font-medium">
                    <a href={`#${part.id}`} className="link wrap-anywhere text-ink">
                      {part.title}
                    </a>
                  </h3>
                  <div className="mt-2 flex flex-col gap-2 text-sm text-ink-soft wrap-anywhere">
                    <Prose blocks={part.blocks} />
                  </div>
                </article>
              ))}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
