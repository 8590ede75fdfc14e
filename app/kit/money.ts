import { NUMBERS } from './numbers.ts';
import { grouped, spelled } from './text.ts';

/** Money inside the program is an integer number of U.S. cents; dollars exist at the edges only. */

/** What one test sample costs, in cents. */
export const LEVEL_CENTS = NUMBERS.levelCents;
/** Test levels of a product that has no money yet; one with money carries its own. */
export const LEVELS = NUMBERS.levels;
/** Full funding of such a product, in cents. */
export const FULL_FUNDING_CENTS = LEVEL_CENTS * LEVELS;
/** The same in dollars: the most that is given to one product at once. */
export const FULL_FUNDING_DOLLARS = FULL_FUNDING_CENTS / 100;

/** Whole or fractional dollars, at an edge of the spec, from integer cents. */
export function dollarsFromCents(amountCents: number): number {
  return amountCents / 100;
}

/** Integer cents from a whole number of dollars. Callers validate first; anything else throws. */
export function centsFromWholeDollars(amountDollars: number): number {
  if (!Number.isSafeInteger(amountDollars)) {
    throw new RangeError(`not a whole number of dollars: ${amountDollars}`);
  }
  return amountDollars * 100;
}

/** Integer cents from dollars with two decimals at most. Callers validate first; anything else throws. */
export function centsFromDollars(amountDollars: number): number {
  const cents = Math.round(amountDollars * 100);
  if (!Number.isSafeInteger(cents) || cents / 100 !== amountDollars) {
    throw new RangeError(`not dollars and cents: ${amountDollars}`);
  }
  return cents;
}

/**
 * What an amount for a product comes to, in cents: whole dollars, or all that it needs. A need has
 * cents where a dispute has taken a part of a contribution; a rest below a dollar, which nobody could
 * pay, goes with what is asked for (decision 0053). Never above the need.
 */
export function fittingCents(askedCents: number, needCents: number): number {
  const whole = Math.max(100, Math.floor(askedCents / 100) * 100);
  return needCents - whole < 100 ? needCents : whole;
}

/**
 * Cents of a gift that a need takes: never past it, and no rest of it is left below a dollar, which
 * nobody could pay (decision 0053).
 */
export function takenCents(givenCents: number, needCents: number): number {
  const cents = Math.min(givenCents, needCents);
  const restCents = needCents - cents;
  return restCents === 0 || restCents >= 100 ? cents : Math.max(0, needCents - 100);
}

/**
 * Divides integer cents by weights, to the cent: the parts sum to the whole, and each is within one
 * cent of its share. Weights are not negative and not all zero; the largest remainders get the rest.
 */
export function splitCents(wholeCents: number, weights: number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = weights.map((weight) => Math.trunc((wholeCents * weight) / total));
  const rest = wholeCents - parts.reduce((sum, part) => sum + part, 0);
  const remainder = (at: number) => Math.abs((wholeCents * (weights[at] ?? 0)) % total);
  const order = weights.map((_, at) => at).toSorted((a, b) => remainder(b) - remainder(a) || a - b);
  for (const at of order.slice(0, Math.abs(rest))) parts[at] = (parts[at] ?? 0) + Math.sign(rest);
  return parts;
}

/** "$1,275" or "$12.34": cents appear only where there are some. */
export function formatCents(amountCents: number): string {
  const sign = amountCents < 0 ? '-' : '';
  const absolute = Math.abs(amountCents);
  const dollars = grouped(Math.floor(absolute / 100));
  const rest = absolute % 100;
  return `${sign}$${dollars}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}

/** "$1,275" from dollars as the API states them. */
export function formatDollars(amountDollars: number): string {
  return formatCents(Math.round(amountDollars * 100));
}

/** The samples that a product's levels pay for, in words: "three samples". */
export function samples(levels: number): string {
  return `${spelled(levels)} ${levels === 1 ? 'sample' : 'samples'}`;
}

/** What a text field may hold for a whole number of dollars from 1 on, as the `pattern` of an input. */
export const WHOLE_DOLLARS_PATTERN = String.raw`\s*\$?\s*0*[1-9](\d*|\d{0,2}(,\d{3})+)(\.0+)?\s*`;

/**
 * The dollars that a text says: `25`, `$1,275`, or `12.5`; NaN for anything else. A comma parts
 * thousands alone: `25,50`, as some write $25.50, is nobody's $2,550.
 */
export function typedDollars(text: string): number {
  const isMoney = /^\s*\$?\s*(\d+|\d{1,3}(,\d{3})+)(\.\d+)?\s*$/.test(text);
  return isMoney ? Number(text.replaceAll(/[$,\s]/g, '')) : Number.NaN;
}

/** What is asked where a comma may stand for a decimal point, as in `25,50`; nothing anywhere else. */
export function commaQuestion(text: string): string | undefined {
  const [, whole, parts] = /^\s*\$?\s*(\d+),(\d{1,2})\s*$/.exec(text) ?? [];
  return whole && `Did you mean ${whole}.${parts}? Please write it with a period.`;
}
