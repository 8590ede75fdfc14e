import { createRequestHandler, type HeadersFunction, type ServerBuild } from 'react-router';
import type { RenderPage } from './serve-pages.server.ts';

/**
 * The handler of a build's pages, each of which says when to come again where its action does: of what
 * an action says, the framework passes on nothing but cookies unless the page has a function for it.
 */
export function renderBuild(build: ServerBuild, mode: string): RenderPage {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route?.module.action || route.module.headers) return [id, route];
    return [id, { ...route, module: { ...route.module, headers: passOn } }];
  });
  return createRequestHandler({ ...build, routes: Object.fromEntries(routes) }, mode);
}

const passOn: HeadersFunction = ({ parentHeaders, actionHeaders }) => {
  const headers = new Headers(parentHeaders);
  const wait = actionHeaders.get('Retry-After');
  if (wait !== null) headers.set('Retry-After', wait);
  return headers;
};
