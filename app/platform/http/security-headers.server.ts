import { createMiddleware } from 'hono/factory';
import { config, siteUrl } from '#app/config.ts';
import { policy } from './content-security-policy.ts';

/** What every answer carries; a page's own policy is kept, and what is made for other sites. */
export function securityHeaders() {
  const isSecure = siteUrl().startsWith('https:');
  const own = policy();
  return createMiddleware(async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', own);
    // Vite reloads pages by inline scripts and a socket of its own.
    if (config().NODE_ENV === 'development') headers.delete('Content-Security-Policy');
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    // A page that is made for frames says so by its policy.
    if (!headers.get('Content-Security-Policy')?.includes('frame-ancestors *')) {
      headers.set('X-Frame-Options', 'DENY');
    }
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    if (!headers.has('Cross-Origin-Resource-Policy')) {
      headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    }
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    if (isSecure) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  });
}
