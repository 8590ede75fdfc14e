import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClock } from './clock.ts';
import { advanceBy, offsetTo, serveControl } from '#sandbox/stripe/controls/controls.ts';
import { DEFAULT_EVENTS } from '#sandbox/stripe/webhooks/deliveries.ts';
import { runDue } from '#sandbox/stripe/controls/due.ts';
import { serveHostedPage } from '#sandbox/stripe/pages/hosted-page.ts';
import { toStripeError } from '#sandbox/stripe/api/http.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import { serveInvoicePage } from '#sandbox/stripe/pages/invoice-page.ts';
import { servePortal } from '#sandbox/stripe/pages/portal.ts';
import { serveApi } from '#sandbox/stripe/api/router.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { openStore } from './store.ts';
import { createDeliverer, DEFAULT_RETRY_DELAYS_MS } from '#sandbox/stripe/webhooks/webhooks.ts';

const HOST = '127.0.0.1';
const TICK_MS = 500;
/** Long: a client that stood still for a while must not ask on a connection that is being closed. */
const KEEP_ALIVE_MS = 600_000;
const SETTLEMENT_DELAY_S = 3;

export type RunningSandbox = {
  /** Without a slash at the end. */
  url: string;
  port: number;
  /** Moves the sandbox's clock forward; returns its new time in seconds. */
  advance(seconds: number): number;
  /**
   * Sets the sandbox's clock so many seconds ahead of the machine's, or below zero behind it;
   * returns its new time in seconds.
   */
  setClockOffset(seconds: number): number;
  /** Names the receiver anew, for a test that starts it after the sandbox. */
  setWebhookUrls(urls: string[]): void;
  /** Stops listening and delivering; what is undelivered stays planned in the state file. */
  close(): Promise<void>;
};

/**
 * Starts a sandbox on 127.0.0.1. Rejects when the port is taken, when another sandbox has the
 * state file, or when the key is a live one.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  if (!options.secretKey || options.secretKey.includes('_live_')) {
    throw new Error('The sandbox needs a secret key of its own, and never a live one.');
  }
  const store = openStore(options.stateFile);
  const sandbox: Sandbox = {
    options: {
      webhookEvents: DEFAULT_EVENTS,
      retryDelaysMs: DEFAULT_RETRY_DELAYS_MS,
      settlementDelayS: SETTLEMENT_DELAY_S,
      publicUrl: '', // known once there is a port
      ...definedOf(options),
    },
    store,
    clock: createClock(store),
    cause: null,
    wakeDeliverer: () => deliverer.wake(),
  };
  const deliverer = createDeliverer(sandbox);
  const server = createServer((request, response) => void serve(sandbox, request, response));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(options.port, HOST, resolve);
    });
  } catch (error) {
    store.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const url = `http://${HOST}:${port}`;
  sandbox.options.publicUrl = (options.publicUrl || url).replace(/\/+$/, '');
  const ticking = setInterval(runDue, TICK_MS, sandbox);
  deliverer.wake();

  let closed: Promise<void> | undefined;
  async function stop(): Promise<void> {
    clearInterval(ticking);
    const stopped = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await deliverer.close();
    setTimeout(() => server.closeAllConnections(), 1000).unref();
    await stopped;
    store.close();
  }
  return {
    url,
    port,
    advance: (seconds) => advanceBy(sandbox, seconds),
    setClockOffset: (seconds) => offsetTo(sandbox, seconds),
    setWebhookUrls(urls) {
      sandbox.options.webhookUrls = urls;
      deliverer.wake();
    },
    close: () => (closed ??= stop()),
  };
}

async function serve(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = newId('req');
  const method = request.method ?? 'GET';
  const [, path = '/', query = ''] = /^([^?]*)\??(.*)$/s.exec(request.url ?? '/') ?? [];
  response.setHeader('Request-Id', requestId);
  try {
    runDue(sandbox);
    response.setHeader('Date', new Date(sandbox.clock.presentS() * 1000).toUTCString());
    if (path.startsWith('/c/')) await serveHostedPage(sandbox, request, response, path);
    else if (path.startsWith('/p/')) await servePortal(sandbox, request, response, path, query);
    else if (path.startsWith('/i/')) serveInvoicePage(sandbox, request, response, path);
    else if (path.startsWith('/_sandbox/')) await serveControl(sandbox, request, response, path);
    else await serveApi(sandbox, { request, response, method, path, query, requestId });
  } catch (error) {
    toStripeError(error); // logs it; what can still be said to the caller is that it failed
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}

/** Without the options that are undefined, so that they don't hide the defaults. */
function definedOf(options: SandboxOptions): SandboxOptions {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as SandboxOptions;
}
