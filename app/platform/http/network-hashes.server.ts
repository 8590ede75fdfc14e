import { createHmac } from 'node:crypto';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { NetworkHash } from './call.ts';

/** A network that an address belongs to: `bits` of its prefix, and the prefix as text. */
interface Prefix {
  bits: number;
  text: string;
}

/** Who holds one address of a step often holds them all: a line, a home, a customer, a provider. */
const IPV4_STEPS = [32, 24] as const;

const IPV6_STEPS = [64, 56, 48, 32] as const;

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

/**
 * The networks that an address belongs to, from the narrowest to the widest. An IPv6 address counts
 * by its first 64 bits at most, which one line has to itself. What is no address is one network.
 */
function prefixesOf(address: string): Prefix[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(mapped)) {
    const octets = mapped.split('.');
    return IPV4_STEPS.map((bits) => ({ bits, text: octets.slice(0, bits / 8).join('.') }));
  }
  const groups = mapped === '::1' ? undefined : groupsOf(mapped);
  if (!groups) return [{ bits: 128, text: mapped }];
  return IPV6_STEPS.map((bits) => {
    const kept = groups.map((group, at) => {
      const spare = Math.min(16, Math.max(0, 16 * (at + 1) - bits));
      return ((group >>> spare) << spare).toString(16);
    });
    return { bits, text: kept.slice(0, Math.ceil(bits / 16)).join(':') };
  });
}

/** The first four groups of an IPv6 address, or of the first half of one. */
function groupsOf(address: string): number[] | undefined {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros =
    tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  const isWhole = groups.length === 4 && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
  return isWhole ? groups.map((group) => Number.parseInt(group, 16)) : undefined;
}
