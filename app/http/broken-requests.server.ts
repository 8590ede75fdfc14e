import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { log } from '#app/platform/log.server.ts';
import * as messages from '#app/platform/messages.ts';

const REASONS: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request’s address and headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', messages.REQUEST_TOO_SLOW],
};
const OTHERWISE = ['400 Bad Request', messages.NOT_HTTP] as const;

/** A request that has not come as a whole by then is ended: what trickles would hold a connection for long. */
export const BODY_LIMITS = { requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };
/** Idle connections last longer than proxies keep them: what is sent on one that just ends here is lost. */
const IDLE_LIMIT = { keepAliveTimeout: 75_000 };

interface Site {
  fetch: Parameters<typeof getRequestListener>[0];
  /** What a request that names no host is taken to mean. */
  hostname: string;
  serverOptions?: ServerOptions;
}

/**
 * The server of a site, not listening yet. Says why to whoever sends what the site is never asked:
 * what Node's parser ends, and a host that is none. By themselves, both are answered by the status alone.
 */
export function siteServer({ fetch, hostname, serverOptions = {} }: Site): Server {
  const listener = getRequestListener(fetch, { hostname, errorHandler: answerUnread });
  const server = createServer({ ...BODY_LIMITS, ...IDLE_LIMIT, ...serverOptions }, listener);
  server.on('clientError', answerUnparsed);
  return server;
}

function answerUnread(error: unknown): Response {
  if (error instanceof RequestError)
    return Response.json({ error: messages.NOT_HTTP }, { status: 400 });
  log.error({ err: error }, 'request failed');
  return Response.json({ error: messages.SOMETHING_BROKE }, { status: 500 });
}

function answerUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, sentence] = REASONS[error.code ?? ''] ?? OTHERWISE;
  const body = JSON.stringify({ error: sentence });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
