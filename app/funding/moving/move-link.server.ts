import { siteUrl } from '#app/config.ts';
import { createToken } from '#app/mail/tokens.server.ts';

/** Makes a link that opens what may become of a contribution, for whoever reads its giver's mailbox. */
export async function createMoveLink(contributionId: string): Promise<string> {
  const token = await createToken('move-link', contributionId);
  return `${siteUrl()}/view-contributions/move?token=${token}`;
}
