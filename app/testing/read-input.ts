import { z } from '@hono/zod-openapi';
import { emailInput } from '#app/http/email-input.ts';
import type { ActField } from './act-fields.ts';
import { ACTS, type ActName, type Said } from './acts.ts';
import { isDay } from './promise.ts';

/** Fields of a form or of a command line, as text; empty or missing where nothing was given. */
export type Fields = Record<string, string | undefined>;

export type Read<T> =
  | { ok: true; value: T }
  /** `field`: the one that is wrong, by its name in the form. */
  | { ok: false; error: string; field?: string | undefined };

const MOST_CENTS = 10_000_000;

/** A day, as `2026-11-21`. */
export const day = z.string().trim().refine(isDay, 'Enter a day, such as 2026-11-21.');
/** A form's own id. */
const id = z.uuid('The form is broken. Please open the page again.').toLowerCase();

/** One line of text, without what cannot be shown. */
export function line(what: string, most: number) {
  return z
    .string()
    .transform((text) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim())
    .refine((text) => text.length <= most, `${what} can be at most ${most} characters long.`);
}

/** One line of text that may not be missing. */
export function required(what: string, most: number, missing = `${what} is missing.`) {
  return line(what, most).refine((text) => text !== '', missing);
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

/** What may be typed into a field, and what it is then. */
function schemaOf(field: ActField): z.ZodType<unknown, string> {
  const { called = `The ${field.label.toLowerCase()}`, isRequired, missing, most = 200 } = field;
  const nothing = z.literal('').transform(() => null);
  switch (field.kind) {
    case 'line':
      return isRequired
        ? required(called, most, missing)
        : line(called, most).transform((text) => text || null);
    case 'day':
      return isRequired ? day : z.union([nothing, day]);
    case 'cents':
      return cents(field.least ?? 0);
    case 'count':
      return z
        .string()
        .trim()
        .regex(/^([1-9]|1\d|20)$/, `${called} must be from 1 to 20.`)
        .transform(Number);
    case 'choice':
      return z
        .string()
        .refine((text) => Object.hasOwn(field.choices ?? {}, text), `There is no such ${called}.`)
        .transform((text) => text || null);
    case 'email':
      return emailInput;
    case 'flag':
      return z.string().transform((text) => text !== '');
    case 'id':
      return id;
    case 'photo':
      return z.string().transform(() => null);
    case 'own-number':
      return z.string().transform((text) => (text === '' ? null : Number(text)));
    default:
      return z.string();
  }
}

/** An act as a form or a command has it, in texts; its photo is read by itself. */
export function readAct<Name extends ActName>(name: Name, typed: Fields): Read<Said<Name>> {
  const fields = Object.entries<ActField>(ACTS[name].fields).map(
    ([key, field]) => [key, field.name ?? key, schemaOf(field)] as const,
  );
  const schema = z.object(Object.fromEntries(fields.map(([, called, one]) => [called, one])));
  return read(schema, typed, (values) => {
    const said = fields.map(([key, called]) => [key, values[called]]);
    return Object.fromEntries(said) as Said<Name>;
  });
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
  const [issue] = parsed.error.issues;
  const field = issue?.path[0]?.toString();
  return { ok: false, error: issue?.message ?? 'The form is broken.', field };
}
