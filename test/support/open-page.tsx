import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, type MetaDescriptor } from 'react-router';
import * as productPage from '#app/pages/product.page.tsx';
import * as transparencyPage from '#app/pages/transparency.page.tsx';
import * as comparePage from '#app/results/compare/compare.page.tsx';
import * as kindPage from '#app/results/kinds/kind.page.tsx';
import * as revisionPage from '#app/results/report/revision.page.tsx';
import * as listPage from '#app/results/list/tested-list.page.tsx';
import * as reportPage from '#app/results/report/tested-report.page.tsx';
import * as searchPage from '#app/results/search/search.page.tsx';

interface Page {
  loader: (args: never) => Promise<unknown>;
  meta: (args: never) => MetaDescriptor[];
  default: ComponentType<never>;
}

const addresses: [Page, string][] = [
  [revisionPage as unknown as Page, '/plasticlist/:originalId/revisions/:number'],
  [kindPage as unknown as Page, '/plasticlist/kinds/:kind'],
  [comparePage as unknown as Page, '/plasticlist/compare'],
  [reportPage as unknown as Page, '/plasticlist/:originalId'],
  [listPage as unknown as Page, '/plasticlist'],
  [searchPage as unknown as Page, '/search'],
  [productPage as unknown as Page, '/product/:id'],
  [transparencyPage as unknown as Page, '/transparency'],
];

/** What the loader of an address answers or throws, and the page that is rendered of it. */
export async function openPage(address: string) {
  const url = new URL(address, 'http://site.example');
  for (const [page, pattern] of addresses) {
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const found = new RegExp(`^${pattern.replaceAll(/:\w+/g, '([^/]+)')}$`).exec(url.pathname);
    if (!found) continue;
    const params = Object.fromEntries(names.map((name, at) => [name, found[at + 1]]));
    const loaded = await page.loader({ params, request: new Request(url) } as never);
    const loaderData = isWithStatus(loaded) ? loaded.data : loaded;
    const Stub = createRoutesStub([
      { id: 'page', path: pattern, Component: page.default as ComponentType, loader: () => null },
    ]);
    const html = renderToStaticMarkup(
      <Stub initialEntries={[address]} hydrationData={{ loaderData: { page: loaderData } }} />,
    );
    const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    return { html, text, meta: page.meta({ loaderData } as never) };
  }
  throw new Error(`no page for ${address}`);
}

/** What React Router's `data` makes of an answer and its status. */
function isWithStatus(loaded: unknown): loaded is { data: unknown } {
  return typeof loaded === 'object' && loaded !== null && 'data' in loaded && 'init' in loaded;
}
