import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AnyCall } from './call.ts';

/** A day: how long a browser need not ask again whether it may. */
const ASKED_AGAIN_SECONDS = 86_400;

/** Whether a call reads what is the same for everybody: what a cookie opens is never shared. */
export function isPublicRead(method: string, call: AnyCall): boolean {
  return method === 'get' && call.access === 'anyone' && Boolean(call.sharedSeconds);
}

/**
 * Lets any site's page read what is mounted behind it, also by what a browser asks about first, such as
 * a request with `If-None-Match`. Never with a cookie.
 */
export function publicRead(): MiddlewareHandler {
  const answerOrigins = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD'],
    allowHeaders: ['Content-Type', 'If-None-Match', 'Range'],
    exposeHeaders: [
      'Accept-Ranges',
      'Content-Disposition',
      'Content-Range',
      'ETag',
      'Link',
      'Retry-After',
    ],
    maxAge: ASKED_AGAIN_SECONDS,
  });
  return (c, next) => {
    c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return answerOrigins(c, next);
  };
}
