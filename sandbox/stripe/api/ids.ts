import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** What follows the underscore: a constant beginning, and how many random characters. */
const SHAPES = {
  bps: ['1', 23],
  ch: ['3', 23],
  cs: ['test_a1', 58],
  cus: ['', 14],
  du: ['1', 23],
  evt: ['1', 23],
  il: ['1', 23],
  in: ['1', 23],
  inpay: ['1', 23],
  li: ['1', 23],
  pi: ['3', 23],
  pm: ['1', 23],
  po: ['1', 23],
  prec: ['', 14],
  price: ['1', 23],
  prod: ['', 14],
  re: ['3', 23],
  req: ['', 14],
  rsv: ['1', 23],
  si: ['', 14],
  sub: ['1', 23],
  tu: ['1', 23],
  txn: ['3', 23],
} as const;

export type IdPrefix = keyof typeof SHAPES;

/** A new id in Stripe's shape; a session's carries 345 random bits, since its page is its secret. */
export function newId(prefix: IdPrefix): string {
  const [start, length] = SHAPES[prefix];
  return `${prefix}_${start}${randomText(length)}`;
}

/** Unguessable letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
