import { isListed } from './administrators.server.ts';
import { auth, linkBeingMade } from './auth.server.ts';
import { siteUrl } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
import { db } from '#app/database/db.server.ts';

/**
 * The link that a letter carries, made as the letter is: undefined for whoever is not on the list.
 * It leads to a page with a button: a mail scanner that looks at it does not use it up. Only its
 * hash is kept, by better-auth.
 */
export async function createSignInLink(email: string): Promise<string | undefined> {
  const { api } = await auth(); // loaded for everybody, so that the wait for it tells nothing
  if (!(await isListed(db(), email))) return undefined;
  const box: { token?: string } = {};
  await linkBeingMade.run(box, () =>
    api.signInMagicLink({ body: { email }, headers: new Headers() }),
  );
  return `${siteUrl()}/login/link?token=${present(box.token, 'the token of a link')}`;
}
