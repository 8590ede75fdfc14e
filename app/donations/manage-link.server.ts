import { siteUrl } from '#app/config.ts';
import { createToken, findToken } from '#app/mail/tokens.server.ts';

/** Makes a link that opens a person's monthly donations. */
export async function createManageLink(emailNormalised: string): Promise<string> {
  const token = await createToken('manage-link', emailNormalised);
  return `${siteUrl()}/donate/manage?token=${token}`;
}

/** The mailbox that a link was sent to; undefined where it is unknown or has expired. */
export async function emailOfLink(token: string): Promise<string | undefined> {
  return (await findToken('manage-link', token))?.subject;
}
