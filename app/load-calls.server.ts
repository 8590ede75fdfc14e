import type { Mounted } from '#app/http/mount-calls.server.ts';
import { calls } from './routes.ts';

let loaded: Promise<Mounted[]> | undefined;

/** Every call of the site with its place, loaded once. */
export function loadCalls(): Promise<Mounted[]> {
  loaded ??= Promise.all(
    calls.map(async ({ method, path, load }) => ({ method, path, call: await load() })),
  );
  return loaded;
}
