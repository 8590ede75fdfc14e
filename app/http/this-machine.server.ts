import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { config, isOwnMachine, listensHereOnly, siteUrl } from '#app/config.ts';
import { wrongHost } from '#app/platform/messages.ts';
import { hasLocalOutbox } from '#app/mail/mail-transport.server.ts';
import { socketAddress, type Env } from './mount-calls.server.ts';
import { pathOf } from './private-pages.server.ts';

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/i;
const LOOPBACK_NAME = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/i;

/** What proxies, tunnels and content networks write into what they pass on. */
const PASSED_ON =
  /^(forwarded|via|cdn-loop|true-client-ip|x-(forwarded|real|client|cluster-client|original|envoy|azure|arr|amzn|amz|vercel|cloud)\b.*|(cf|fly|fastly|ngrok|tailscale)-.+)$/i;

/** What a load balancer or a monitor asks for by the address of a machine. */
const ASKED_BY_ADDRESS = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Whether somebody at this machine asks, of a site that is for this machine alone. The connection, the
 * name that was asked for and the absence of any trace of a proxy must all say so: a proxy on this
 * machine brings everybody from loopback, and need not say whom.
 */
export function isFromThisMachine(c: Context<Env>): boolean {
  return (
    isOwnMachine() &&
    LOOPBACK_ADDRESS.test(socketAddress(c)) &&
    hostsOf(c).every((host) => LOOPBACK_NAME.test(host)) &&
    // No browser speaks HTTP/1.0; proxies that are told nothing else do.
    c.env?.incoming?.httpVersion !== '1.0' &&
    ![...c.req.raw.headers.keys()].some((name) => PASSED_ON.test(name))
  );
}

/**
 * Whether an address below `/dev` is asked for, as the router reads it, by somebody for whom there is
 * nothing: the outbox holds codes and login links.
 */
export function isHiddenFrom(c: Context<Env>): boolean {
  const isOfDevelopers = /^\/+dev(?:[/.]|$)/i.test(pathOf(c.req.url));
  return isOfDevelopers && !(hasLocalOutbox() && isFromThisMachine(c));
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
