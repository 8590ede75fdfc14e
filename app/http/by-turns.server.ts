import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { BusyError, workQueue } from '#app/platform/work-queue.ts';
import { recognise } from './visitor.server.ts';

type Asked = Context<{ Bindings: HttpBindings }>;

/** One that waits for its database so long is no longer counted: pages that need none go on. */
const COUNTED_MS = 2_000;
/** Browsers give up after half a minute. */
const WAITING_MS = 25_000;

/** Each takes some of the database's connections, of which there are ten. */
const making = workQueue({ atOnce: 8, waitingMax: 500 });

/** The peer's address; requests made without a socket (in tests) count as loopback. */
export function socketAddress(c: Asked): string {
  return c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
}

/**
 * Makes a public answer that nobody has asked for a moment ago: a few at once, and the addresses that ask
 * take turns, so that one which asks for a thousand different ones keeps nobody else waiting for them.
 * Throws `BusyError` where too many wait, or this one has waited for long. What it makes may not ask for another one.
 */
export async function byTurns<T>(c: Asked, make: () => Promise<T>): Promise<T> {
  const { addressHash } = recognise(c.req.raw.headers, socketAddress(c)).visitor;
  const askedMs = performance.now();
  const begin = async () => {
    if (performance.now() - askedMs > WAITING_MS) throw new BusyError('it waited for too long');
    const made = make();
    await Promise.race([made.catch(() => {}), sleep(COUNTED_MS, undefined, { ref: false })]);
    return { made };
  };
  return (await making(begin, addressHash)).made;
}
