import { href } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { loadCalls } from '#app/load-calls.server.ts';
import { ApiCallSheet, ApiFields } from './api-call-sheet.tsx';
import { API_DOCUMENT_PATH, apiDocument } from '#app/http/api-document.server.ts';
import { apiOutline } from '#app/http/api-outline.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { OnThisPage } from '#app/ui/on-this-page.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { Route } from './+types/api-docs.page.ts';

export async function loader() {
  const baseUrl = siteUrl();
  const outline = apiOutline(apiDocument(await loadCalls(), baseUrl));
  return { outline, documentPath: API_DOCUMENT_PATH, baseUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: `API · ${site.name}`,
    description: `Every call of ${site.name}: what it takes, what it answers, how it refuses. Products, funding and laboratory results as JSON, described in OpenAPI 3.1.`,
    address: `${loaderData?.baseUrl ?? ''}${href('/api/docs')}`,
  });
}

export default function ApiDocsPage({ loaderData }: Route.ComponentProps) {
  const { outline, documentPath, baseUrl } = loaderData;
  const topics = outline.topics.map(({ name }) => ({ id: anchorOf(name), title: name }));
  const sections = [...topics, { id: 'shapes', title: 'Shapes' }];
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
        <OnThisPage sections={sections} />
        <div className="flex min-w-0 flex-col gap-14">
          {outline.topics.map(({ name, calls }) => (
            <section key={name} aria-labelledby={anchorOf(name)}>
              <RuleLabel id={anchorOf(name)} note={String(calls.length)}>
                {name}
              </RuleLabel>
              {calls.map((call) => (
                <ApiCallSheet key={call.id} call={call} />
              ))}
            </section>
          ))}
          <section aria-labelledby="shapes">
            <RuleLabel id="shapes" note={String(outline.shapes.length)}>
              Shapes
            </RuleLabel>
            {outline.shapes.map(({ name, fields }) => (
              <div key={name} className="mt-6">
                <h3 id={`shape-${name}`} className="font-mono text-base font-medium text-ink">
                  {name}
                </h3>
                <ApiFields fields={fields} label={`Fields of ${name}`} />
              </div>
            ))}
          </section>
        </div>
      </div>
    </>
  );
}

function anchorOf(topic: string): string {
  return topic.toLowerCase().replaceAll(/\W+/g, '-');
}
