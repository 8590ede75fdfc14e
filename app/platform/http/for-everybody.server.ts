import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { readers } from '#app/platform/database/reader.server.ts';
import {
  hasReplicas,
  readerFor,
  secondsUntilRead,
} from '#app/platform/database/replicas.server.ts';
import { readCookie, setCookie } from './cookies.server.ts';
import { site } from '#app/site.ts';

/** A random number, for as long as a replica may not have what this browser has changed. */
const COOKIE = `${site.slug}_wrote`;

/**
 * Before what answers everybody alike, and changes nothing: it reads from replicas where there are any,
 * and for a browser that has just changed something from the primary (decision 0099).
 */
export const forEverybody: MiddlewareHandler = async (c, next) => {
  if (!hasReplicas()) return next();
  const reader = readerFor(c.req.url, readCookie(c.req.raw.headers, COOKIE));
  return reader ? readers.run(reader, next) : next();
};

/** The Set-Cookie header for a browser that has just changed something; undefined without replicas. */
export function markOfWriter(): string | undefined {
  const maxAgeSeconds = secondsUntilRead();
  if (maxAgeSeconds === 0) return undefined;
  const mark = randomBytes(24).toString('base64url');
  return setCookie(COOKIE, mark, { maxAgeSeconds, path: '/', sameSite: 'Lax' });
}
