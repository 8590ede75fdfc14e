import {
  createRequestHandler,
  data,
  type HeadersFunction,
  type LoaderFunction,
  type ServerBuild,
} from 'react-router';
import { log } from '#app/platform/log.server.ts';
import { isDatabaseAway } from '#app/platform/database/db.server.ts';
import type { RenderPage } from './serve-pages.server.ts';

/**
 * The handler of a build's pages. Each says when to come again where its action does: of what an action
 * says, the framework passes on nothing but cookies unless the page has a function for it. And one that
 * cannot be made because the database is away says that, instead of that something is broken.
 */
export function renderBuild(build: ServerBuild, mode: string): RenderPage {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { action, headers, loader } = route.module;
    const more = {
      ...(action && !headers ? { headers: passOn } : {}),
      ...(action ? { action: sayingWhatIsAway(id, action) } : {}),
      ...(loader ? { loader: sayingWhatIsAway(id, loader) } : {}),
    };
    return [id, { ...route, module: { ...route.module, ...more } }];
  });
  return createRequestHandler({ ...build, routes: Object.fromEntries(routes) }, mode);
}

function sayingWhatIsAway(page: string, loader: LoaderFunction): LoaderFunction {
  const load: LoaderFunction = async (given) => {
    try {
      return await loader(given);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      log.error({ err: error, page }, 'page failed: the database is away');
      throw data(null, { status: 503 });
    }
  };
  return Object.assign(load, loader); // what the framework reads of it
}

const passOn: HeadersFunction = ({ parentHeaders, actionHeaders }) => {
  const headers = new Headers(parentHeaders);
  const wait = actionHeaders.get('Retry-After');
  if (wait !== null) headers.set('Retry-After', wait);
  return headers;
};
