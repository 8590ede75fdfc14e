import { config, siteUrl } from '#app/config.ts';
import { now } from '#app/platform/clock.server.ts';

/** Where people who found a weakness look whom to tell (RFC 9116). */
export const SECURITY_TEXT_PATH = '/.well-known/security.txt';

/** The file must say how long it is good for, and that be less than a year. */
const EXPIRES_DAYS = 180;
const DAY_MS = 86_400_000;

/** The file as it is today; undefined where the operator has named nobody: none is invented. */
export function securityText(): string | undefined {
  const { SECURITY_CONTACT, SUPPORT_EMAIL } = config();
  const contact = SECURITY_CONTACT ?? SUPPORT_EMAIL;
  if (!contact) return undefined;
  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  return [
    `Contact: ${/^https:/.test(contact) ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(today + EXPIRES_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl()}${SECURITY_TEXT_PATH}`,
    '',
  ].join('\n');
}
