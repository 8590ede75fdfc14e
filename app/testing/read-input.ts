import { z } from '@hono/zod-openapi';
import { emailInput } from '#app/http/email-input.ts';
import type { Purchase } from './buy-sample.server.ts';
import type { StepCorrection } from './correct-step.server.ts';
import type { Cost, CostCorrection } from './note-cost.server.ts';
import type { Noted } from './note-step.server.ts';
import { isDay } from './promise.ts';
import { REGISTERED_FIELDS, type Registering } from './registration.ts';
import { isLaterStep, isOwnCostKind } from './steps.ts';

/** Fields of a form or of a command line, as text; empty or missing where nothing was given. */
export type Fields = Record<string, string | undefined>;

export type Read<T> = { ok: true; value: T } | { ok: false; error: string };

const MOST_CENTS = 10_000_000;

/** A day, as `2026-11-21`. */
export const day = z.string().trim().refine(isDay, 'Enter a day, such as 2026-11-21.');
/** A form's own id. */
export const id = z.uuid('The form is broken. Please open the page again.').toLowerCase();

/** One line of text, without what cannot be shown. */
export function line(what: string, most: number) {
  return z
    .string()
    .transform((text) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
    .refine((text) => text.length <= most, `${what} can be at most ${most} characters long.`);
}

/** One line of text that may not be missing. */
export function required(what: string, most: number) {
  return line(what, most).refine((text) => text !== '', `${what} is missing.`);
}

function optional(what: string, most: number) {
  return line(what, most).transform((text) => text || null);
}

/** Dollars and cents as they are written: `4`, `4.29`, `$1,200.00`. */
function cents(least: number) {
  return z
    .string()
    .trim()
    .regex(/^\$?\d{1,3}(?:,?\d{3}){0,2}(?:\.\d{2})?$/, 'Enter an amount, such as 4.29.')
    .transform((text) => Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100))
    .refine((amount) => amount >= least, 'The amount must be more than zero.')
    .refine((amount) => amount <= MOST_CENTS, 'That amount is too large to be right.');
}

const note = optional('The note', 300);
const receipt = required('Where the receipt is kept', 200);
const reason = line('The reason', 200);

/** A day that may be missing. */
const bestBefore = z.union([z.literal('').transform(() => null), day]);

const purchase = z.object({
  id,
  day,
  shop: required('The shop', 100),
  lot: optional('The lot', 60),
  best_before: bestBefore,
  price: cents(1),
  receipt,
  note,
});
const noted = z.object({
  step: z.string().refine(isLaterStep, 'There is no such step.'),
  day,
  place: optional('The place', 100),
  method: optional('The method', 200),
  accreditation: optional('The accreditation', 100),
  note,
});
const stepCorrection = z.object({
  day,
  place: optional('The place', 100),
  lot: optional('The lot', 60),
  best_before: bestBefore,
  method: optional('The method', 200),
  accreditation: optional('The accreditation', 100),
  note,
  void: z.string().transform((text) => text !== ''),
  reason,
});
const cost = z.object({
  id,
  kind: z.string().refine(isOwnCostKind, 'There is no such kind of cost.'),
  amount: cents(1),
  day,
  payee: required('Who was paid', 100),
  receipt,
});
const costCorrection = z.object({
  amount: cents(0),
  day,
  payee: required('Who was paid', 100),
  receipt,
  reason,
});

const ending = z.object({ reason: required('The reason', 300) });

/** What was bought; amounts come out in cents. */
export function readPurchase(fields: Fields): Read<Purchase> {
  return read(purchase, fields, ({ price, best_before, ...rest }) => ({
    ...rest,
    bestBefore: best_before,
    priceCents: price,
  }));
}

export function readNoted(fields: Fields): Read<Noted> {
  return read(noted, fields, (value) => value as Noted);
}

export function readStepCorrection(fields: Fields): Read<StepCorrection> {
  return read(stepCorrection, fields, ({ void: isVoid, best_before, ...rest }) => ({
    ...rest,
    bestBefore: best_before,
    isVoid,
  }));
}

export function readCost(fields: Fields): Read<Cost> {
  return read(cost, fields, ({ amount, day: paidOn, kind, ...rest }) => ({
    ...rest,
    kind: kind as Cost['kind'],
    amountCents: amount,
    paidOn,
  }));
}

export function readCostCorrection(fields: Fields): Read<CostCorrection> {
  return read(costCorrection, fields, ({ amount, day: paidOn, ...rest }) => ({
    ...rest,
    amountCents: amount,
    paidOn,
  }));
}

/** The address of a product's maker. */
export function readMaker(fields: Fields): Read<string> {
  return read(z.object({ email: emailInput }), fields, ({ email }) => email);
}

/** Why a test ends, for everybody to read. */
export function readEnding(fields: Fields): Read<string> {
  return read(ending, fields, ({ reason: why }) => why);
}

const registeredTexts = Object.fromEntries(
  Object.entries(REGISTERED_FIELDS).map(([name, [label, most]]) => [name, required(label, most)]),
) as Record<keyof typeof REGISTERED_FIELDS, ReturnType<typeof required>>;

const registering = z.object({
  ...registeredTexts,
  samples: z
    .string()
    .trim()
    .regex(/^([1-9]|1\d|20)$/, 'The number of samples must be from 1 to 20.')
    .transform(Number),
  organization: optional('The organization', 100),
  organization_email: optional('Its email', 254),
  reason: optional('The reason', 200),
});

/** A registration as a form or a command has it, in texts. */
export function readRegistering(fields: Fields): Read<Registering> {
  return read(registering, fields, ({ organization_email: organizationEmail, ...rest }) => ({
    ...rest,
    organizationEmail,
  }));
}

/** By a schema whose fields are all texts; the first complaint is the one that is said. */
export function read<Shape extends z.ZodRawShape, T>(
  schema: z.ZodObject<Shape>,
  fields: Fields,
  made: (value: z.output<z.ZodObject<Shape>>) => T,
): Read<T> {
  const texts = Object.keys(schema.shape).map((name) => [name, fields[name] ?? '']);
  const parsed = schema.safeParse(Object.fromEntries(texts));
  if (parsed.success) return { ok: true, value: made(parsed.data) };
  return { ok: false, error: parsed.error.issues[0]?.message ?? 'The form is broken.' };
}
