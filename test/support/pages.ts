import path from 'node:path';
import { createElement, type PropsWithChildren } from 'react';
import {
  createRequestHandler,
  Outlet,
  UNSAFE_withComponentProps as withProps,
  type ServerBuild,
} from 'react-router';
import handleRequest, { handleError } from '#app/entry.server.tsx';
import { sayDatabaseIsAway } from '#app/http/database-away.server.ts';
import type { RenderPage } from '#app/http/serve-pages.server.ts';
import pages from '#app/routes.ts';

/** The site's pages with their loaders and actions, uncompiled and without the shell around them. */
export async function uncompiledPages(): Promise<RenderPage> {
  const asset = { module: '/none.js', imports: [] };
  const routes: ServerBuild['routes'] = {
    root: {
      id: 'root',
      path: '',
      module: { default: Outlet, Layout, middleware: [sayDatabaseIsAway] },
    },
  };
  for (const { id, index, path: pattern, file } of pages) {
    const own = await import(path.resolve('app', file));
    // As the compiler does: components take what was loaded as properties.
    const module = own.default ? { ...own, default: withProps(own.default) } : own;
    const place = index ? { index: true } : { path: pattern };
    routes[id!] = { id: id!, parentId: 'root', ...place, module } as never;
  }
  const known = Object.values(routes).map((route) => {
    const { module } = route!;
    const has = { hasAction: 'action' in module, hasLoader: 'loader' in module };
    return [route!.id, { ...route, ...asset, ...has }];
  });
  const build = {
    entry: { module: { default: handleRequest, handleError } },
    routes,
    assets: {
      entry: { module: '/none.js', imports: [] },
      routes: Object.fromEntries(known),
      url: '/none.js',
      version: 'test',
    },
    publicPath: '/',
    assetsBuildDirectory: 'none',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
  return createRequestHandler(build, 'production');
}

/** No more than a document is made of. */
function Layout({ children }: PropsWithChildren) {
  const main = createElement('main', null, children);
  return createElement('html', null, createElement('head'), createElement('body', null, main));
}
