import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;
/** Longer than a code takes from here to where it is looked at. */
const SOON_MS = 2_000;

/** What an authenticator app shows for this `otpauth:` address (RFC 6238), so many steps from now. */
export function codeOf(totpUri: string, steps = 0): string {
  const secret = new URL(totpUri).searchParams.get('secret') ?? '';
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * The code before the one shown now, which is good until the next one is shown: waits for that where
 * it is soon.
 */
export async function codeBefore(totpUri: string): Promise<string> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < SOON_MS) await sleep(leftMs);
  return codeOf(totpUri, -1);
}
