import { createHmac } from 'node:crypto';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import { now } from '#app/platform/clock.server.ts';

/** The secret of the hashes is another one every week, counted from 1970 in UTC. */
const SECRET_MS = 7 * 86_400_000;

/**
 * An address, as `addressIn` writes it, hashed under this week's secret or under that of an earlier
 * week: of IPv6 its first 64 bits, which one line has to itself. Every process derives the same
 * secrets from AUTH_SECRET; a copy of the database alone tells nothing of addresses.
 */
export function addressHash(address: string, weeksAgo = 0): string {
  return hashOf(countedPart(address, 4), weeksAgo);
}

/** The network around an address, hashed alike: the /48 of IPv6, which one customer has, or the /24 of IPv4. */
export function networkHash(address: string): string {
  const isIpv6 = address.includes(':');
  return hashOf(isIpv6 ? countedPart(address, 3) : address.replace(/\d+$/, '0/24'), 0);
}

function hashOf(text: string, weeksAgo: number): string {
  const week = Math.floor(now().getTime() / SECRET_MS) - weeksAgo;
  const secret = createHmac('sha256', authSecret()).update(`addresses of week ${week}`).digest();
  return createHmac('sha256', secret).update(text).digest('hex');
}

function countedPart(address: string, groups: number): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, groups).join(':');
}
