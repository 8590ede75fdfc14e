import { config, isOwnMachine, listensHereOnly, siteUrl } from '#app/config.ts';

/** What the address means that the site listens at. */
export function whoReaches(): string {
  const { HOST } = config();
  if (listensHereOnly()) return `this machine alone (HOST ${HOST}), and whatever it forwards`;
  const anyone = `anybody whose network reaches this machine (HOST ${HOST})`;
  return config().SITE_URL ? anyone : `${anyone}; set SITE_URL before others use it`;
}

/** A browser sees it on this machine alone; in a container, or beside a proxy, a command prints it. */
export function whereMailIsRead(): string {
  const command = 'npm run -s openassay -- mail';
  return isOwnMachine() ? `${siteUrl()}/dev/mail on this machine, or ${command}` : command;
}
