/** What a link of a post may lead to, beside relative addresses and fragments. */
const SCHEMES = new Set(['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp']);

/**
 * The address if a link may lead there, else null. A colon names a scheme unless a slash, question
 * mark or number sign stands before it.
 */
export function allowedAddress(address: string): string | null {
  const scheme = /^([^/?#:]*):/.exec(address)?.[1];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? address : null;
}

/** Whether an address is a page of this site: a path without the name of a file. */
export function isOwnPage(address: string): boolean {
  return /^\/(?![/\\])[^.?#]*(?:[?#].*)?$/.test(address);
}

/** Whether an address is on this site at all: a path from its root. */
export function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address);
}
