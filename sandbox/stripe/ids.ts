import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** What follows the underscore: a constant beginning, and how many random characters. */
const SHAPES = {
  ch: ['3', 23],
  cs: ['test_a1', 58],
  cus: ['', 14],
  evt: ['1', 23],
  li: ['1', 23],
  pi: ['3', 23],
  pm: ['1', 23],
  price: ['1', 23],
  prod: ['', 14],
  req: ['', 14],
  txn: ['3', 23],
} as const;

/** A new id in Stripe's shape; a session's carries 345 random bits, since its page is its secret. */
export function newId(prefix: keyof typeof SHAPES): string {
  const [start, length] = SHAPES[prefix];
  return `${prefix}_${start}${randomText(length)}`;
}

/** Unguessable letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
