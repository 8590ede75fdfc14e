import { createHmac } from 'node:crypto';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import type { NetworkHash } from './call.ts';
import { now } from '#app/platform/clock.server.ts';
import { prefixesOf } from './networks.ts';

/** The secret of the hashes is another one every week, counted from 1970 in UTC. */
export const SECRET_DAYS = 7;
const SECRET_MS = SECRET_DAYS * 86_400_000;

/** When the secret in force came into force. */
export function secretBegan(): Date {
  return new Date(weekNow() * SECRET_MS);
}

/**
 * The networks of an address, hashed under this week's secret and under last week's: what was stored
 * before the secret changed is found by `before`. Every process derives the same secrets from
 * AUTH_SECRET; a copy of the database alone tells nothing of addresses.
 */
export function networkHashes(address: string): NetworkHash[] {
  const week = weekNow();
  return prefixesOf(address).map(({ bits, text }) => ({
    bits,
    now: hash(week, `${bits}:${text}`),
    before: hash(week - 1, `${bits}:${text}`),
  }));
}

function weekNow(): number {
  return Math.floor(now().getTime() / SECRET_MS);
}

function hash(week: number, network: string): string {
  const secret = createHmac('sha256', authSecret()).update(`networks of week ${week}`).digest();
  return createHmac('sha256', secret).update(network).digest('hex');
}
