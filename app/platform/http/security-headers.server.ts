import { createMiddleware } from 'hono/factory';
import { config, siteUrl } from '#app/config.ts';
import { policy } from './content-security-policy.ts';
import type { Env } from './mount-calls.server.ts';
import { isWhole, type Securing } from './whole-answer.server.ts';

/**
 * What every answer carries beside its own headers; a page's own policy is kept, and what is made for
 * other sites. An answer that was made whole has them already.
 */
export function securityHeaders() {
  const isDevelopment = config().NODE_ENV === 'development';
  const isSecure = siteUrl().startsWith('https:');
  const ownPolicy = policy();

  const securing: Securing = (own) => {
    return {
      'content-security-policy': own('content-security-policy') ?? ownPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': own('cross-origin-resource-policy') ?? 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    };
  };

  return createMiddleware<Env>(async (c, next) => {
    if (!isDevelopment) c.set('securing', securing);
    await next();
    if (isWhole(c.res)) return;
    const { headers } = c.res;
    const added = Object.entries(securing((name) => headers.get(name)));
    for (const [name, value] of added) headers.set(name, value);
    // Vite reloads pages by inline scripts and a socket of its own.
    if (isDevelopment) headers.delete('content-security-policy');
  });
}
