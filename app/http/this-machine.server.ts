import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { config, isOwnMachine, listensHereOnly, siteUrl } from '#app/config.ts';
import { wrongHost } from '#app/platform/messages.ts';
import { hasLocalOutbox } from '#app/mail/mail-transport.server.ts';
import { isSameSecret, outboxKey } from '#app/platform/auth-secret.server.ts';
import type { Env } from './mount-calls.server.ts';
import { pathOf } from './private-pages.server.ts';

const LOOPBACK_NAME = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/i;

/** What a load balancer or a monitor asks for by the address of a machine. */
const ASKED_BY_ADDRESS = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Whether an address below `/dev` is asked for, as the router reads it, that is not the outbox's own: it
 * holds codes and sign-in links. No connection and no header shows who is at the other end of a
 * forwarder; whoever knows the key was told it by this machine.
 */
export function isHiddenFrom(c: Context<Env>): boolean {
  const [, rest] = /^\/+dev(?:[/.](.*))?$/is.exec(pathOf(c.req.url)) ?? [];
  if (rest === undefined) return false;
  const [, key = ''] = /^\/*mail\/+(\w+)/i.exec(rest) ?? [];
  return !(isOwnMachine() && hasLocalOutbox() && isSameSecret(key, outboxKey()));
}

/**
 * Refuses what asks a site without a public address by a name that is not this machine's: a page
 * elsewhere whose name was pointed here (DNS rebinding) would read what is for this machine alone. An
 * address in digits cannot be pointed anywhere; it is answered where the site listens to a network.
 */
export function ownHostOnly() {
  return createMiddleware<Env>(async (c, next) => {
    if (!isOwnMachine() || ASKED_BY_ADDRESS.has(c.req.path)) return next();
    if (hostsOf(c).every(isOwnHost)) return next();
    c.header('Cache-Control', 'no-store');
    const sentence = wrongHost(siteUrl());
    if (c.req.path.startsWith('/api/')) return c.json({ error: sentence }, 421);
    return c.text(sentence, 421);
  });
}

function isOwnHost(host: string): boolean {
  if (LOOPBACK_NAME.test(host) || host === new URL(siteUrl()).hostname) return true;
  if (listensHereOnly()) return false;
  const own = [config().HOST, hostname(), `${hostname()}.local`].map((name) => name.toLowerCase());
  return own.includes(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}

/** The names a request was made to, without ports: of its address, and of its Host header. */
function hostsOf(c: Context): string[] {
  const header = c.req.header('host')?.replace(/:\d*$/, '');
  return [new URL(c.req.url).hostname, ...(header ? [header] : [])].map((host) =>
    host.toLowerCase(),
  );
}
