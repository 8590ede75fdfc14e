import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { socketAddress } from '#app/http/by-turns.server.ts';
import { recognise } from '#app/http/visitor.server.ts';
import { admit } from './admit.server.ts';
import type { RateLimit } from './limits.ts';

/** Counts a request for a file against a limit; the answer that refuses it, or undefined. */
export async function refusedBy(
  limit: RateLimit,
  c: Context<{ Bindings: HttpBindings }>,
  count = 1,
): Promise<Response | undefined> {
  const { visitor } = recognise(c.req.raw.headers, socketAddress(c));
  const refused = await admit(limit, visitor, { count });
  const headers = { ...refused?.headers, 'Cache-Control': 'no-store' };
  return refused && c.json(refused.body, refused.status, headers);
}
