import { outboxKey } from '#app/platform/auth-secret.server.ts';
import { config, isOwnMachine, listensHereOnly, siteUrl } from '#app/config.ts';

/** What the address means that the site listens at. */
export function whoReaches(): string {
  const { HOST } = config();
  if (listensHereOnly()) return `this machine alone (HOST ${HOST}), and whatever it forwards`;
  const anyone = `anybody whose network reaches this machine (HOST ${HOST})`;
  return config().SITE_URL ? anyone : `${anyone}; set SITE_URL before others use it`;
}

/** Of a public site a browser never sees it; a command prints it. */
export function whereMailIsRead(): string {
  const command = 'npm run -s openassay -- mail';
  return isOwnMachine() ? `${siteUrl()}/dev/mail/${outboxKey()}, or ${command}` : command;
}
