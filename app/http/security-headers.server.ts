import { createMiddleware } from 'hono/factory';
import { config, siteUrl } from '#app/config.ts';
import { policy } from './content-security-policy.ts';
import type { Env } from './mount-calls.server.ts';

/** What every answer carries beside its own headers; a page's own policy is kept. */
export function securityHeaders() {
  const isSecure = siteUrl().startsWith('https:');
  const ownPolicy = policy();
  return createMiddleware<Env>(async (c, next) => {
    await next();
    const { headers } = c.res;
    const setUnlessOwn = (name: string, value: string) =>
      headers.set(name, headers.get(name) ?? value);
    setUnlessOwn('content-security-policy', ownPolicy);
    setUnlessOwn('cross-origin-resource-policy', 'same-origin');
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set('x-frame-options', 'DENY');
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    if (isSecure) {
      headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
    // Vite reloads pages by inline scripts and a socket of its own.
    if (config().NODE_ENV === 'development') headers.delete('content-security-policy');
  });
}
