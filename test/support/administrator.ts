import { addAdministrator } from '#app/admin/sign-in/administrators.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { rateLimits } from '#db/schema.ts';
import { linkIn, received } from './inbox.ts';
import type { Story } from './story.ts';
import { Visitor } from './visitor.ts';

/** The cookie of a session. */
export const SESSION_COOKIE = 'openassay.session_token';

/** A browser of somebody who is on the list, not signed in. */
export async function aListedVisitor(story: Story): Promise<Visitor> {
  const visitor = new Visitor(story);
  await addAdministrator({ actor: 'command line' }, visitor.email);
  return visitor;
}

/** The token of a link that this visitor has mailed to them. */
export async function mailedToken(visitor: Visitor, count = 1): Promise<string> {
  await db().delete(rateLimits);
  const asked = await visitor.post('/api/auth/sign-in/magic-link', { email: visitor.email });
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  const link = linkIn(await received(visitor.email, 'sign-in-link', count), '/login/link');
  return new URLSearchParams(link.split('?')[1]).get('token') ?? '';
}

/** A browser that is signed in as an administrator. */
export async function anAdministrator(story: Story): Promise<Visitor> {
  const visitor = await aListedVisitor(story);
  await signIn(visitor);
  return visitor;
}

/** Signs in by a mailed link; `count` is how many were mailed to them then. */
export async function signIn(visitor: Visitor, count = 1) {
  const token = await mailedToken(visitor, count);
  const used = await visitor.post('/api/auth/magic-link/verify', { token });
  if (used.status !== 200) throw new Error(JSON.stringify(used.body));
  return used;
}
