import { db } from '#app/database/db.server.ts';
import { rateLimits } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { lookUp } from '#test/support/inbox.ts';
import type { Story } from '#test/support/story.ts';
import type { Visitor } from '#test/support/visitor.ts';
import type { Answered, FuzzOptions, Who } from './run-fuzz.ts';
import type { FuzzRequest } from './requests.ts';

/** Limits would soon answer everything: they are forgotten now and then. */
const LIMITS_EVERY = 50;
/** What is asked for at random may sign its own administrator out. */
const SIGNED_IN_EVERY = 20;

/**
 * A visitor of ever new networks, and an administrator who has also proven their mailbox by a code, and
 * signs in again when they were signed out of either.
 */
export function twoPeople(story: Story): Pick<FuzzOptions, 'prepare' | 'send'> {
  let administrator: Visitor | undefined;
  let isOut = false;
  const asked = { visitor: 0, administrator: 0 };

  async function prepare(who: Who): Promise<void> {
    const count = asked[who]++;
    if (count % LIMITS_EVERY === 0) await db().delete(rateLimits);
    if (who === 'visitor' || (count % SIGNED_IN_EVERY !== 0 && !isOut)) return;
    isOut = false;
    const session = await administrator?.get('/api/auth/get-session');
    if (!administrator || session?.status !== 200) administrator = await anAdministrator(story);
    const own = await administrator.get('/api/contributions');
    if (own.status === 200) return;
    await db().delete(rateLimits);
    await lookUp(administrator);
  }

  async function send(who: Who, request: FuzzRequest): Promise<Answered> {
    const { method, path, headers, body } = request;
    const n = asked.visitor;
    const response = await fetch(story.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': `198.${18 + (Math.floor(n / 250) % 2)}.${n % 250}.7`,
        ...(who === 'administrator' && administrator ? { Cookie: administrator.cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    if (who === 'administrator') isOut ||= response.status === 401;
    const contentType = response.headers.get('content-type') ?? '';
    return { status: response.status, body: await response.text(), contentType };
  }

  return { prepare, send };
}
