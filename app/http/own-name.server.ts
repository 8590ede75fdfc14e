import { createMiddleware } from 'hono/factory';
import { isOwnMachine, siteUrl } from '#app/config.ts';
import type { Env } from './mount-calls.server.ts';

/**
 * Leads from a public site's name with or without `www.` to the one of SITE_URL: cookies and forms
 * belong to that alone, so that a page under the other would show forms that nobody can send. What is
 * sent there all the same is not sent on.
 */
export function ownNameOnly() {
  return createMiddleware<Env>(async (c, next) => {
    const isLookedAt = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isLookedAt || isOwnMachine()) return next();
    const own = new URL(siteUrl());
    const { hostname, pathname, search } = new URL(c.req.url);
    if (hostname !== `www.${own.hostname}` && own.hostname !== `www.${hostname}`) return next();
    // Which of the two is the site's own can change: nobody is to remember it.
    c.header('Cache-Control', 'no-store');
    return c.redirect(own.origin + pathname + search, 308);
  });
}
