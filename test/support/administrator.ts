import { addAdministrator } from '#app/admin/sign-in/administrators.server.ts';
import { createSignInLink } from '#app/admin/sign-in/sign-in.server.ts';
import { db } from '#app/database/db.server.ts';
import { rateLimits } from '#db/schema.ts';
import { linkIn, queuedFor, received } from './inbox.ts';
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
export async function mailedToken(visitor: Visitor): Promise<string> {
  await db().delete(rateLimits);
  const before = (await queuedFor(visitor.email, 'sign-in-link')).length;
  const asked = await visitor.post('/api/auth/sign-in/magic-link', { email: visitor.email });
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  return tokenOf(linkIn(await received(visitor.email, 'sign-in-link', before + 1), '/login/link'));
}

/** A browser that is signed in as an administrator, by the link that a letter would carry. */
export async function anAdministrator(story: Story): Promise<Visitor> {
  const visitor = await aListedVisitor(story);
  await followLink(visitor, tokenOf((await createSignInLink(visitor.email)) ?? ''));
  return visitor;
}

/** Signs in by a mailed link. */
export async function signIn(visitor: Visitor) {
  return followLink(visitor, await mailedToken(visitor));
}

async function followLink(visitor: Visitor, token: string) {
  const used = await visitor.post('/api/auth/magic-link/verify', { token });
  if (used.status !== 200) throw new Error(JSON.stringify(used.body));
  return used;
}

function tokenOf(link: string): string {
  return new URLSearchParams(link.split('?')[1]).get('token') ?? '';
}
