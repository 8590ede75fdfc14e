import { z } from '@hono/zod-openapi';
import { STEPS } from './steps.ts';

const day = z.iso.date();

/** A product's test as its page and the API tell it. Days as `2026-11-21`, amounts in dollars. */
export const testingSchema = z
  .object({
    product_id: z.int(),
    testing_status: z.string(),
    /** How many samples its full funding pays for. */
    levels: z.int().min(1),
    /** The day on which the last of its money came; null while it is not fully funded. */
    funded_on: day.nullable(),
    /** The day of the first purchase: testing has begun. */
    begun_on: day.nullable(),
    /** What was said in public of the test before its first sample was bought; later ones change it. */
    registrations: z.array(
      z.object({
        registered_on: day,
        /** Why it takes the place of the one before; null for the first. */
        reason: z.string().nullable(),
        /** Where the public log has it: `/log/entry/` and this; null where that was lost. */
        log_entry: z.int().nullable(),
        lines: z.array(z.tuple([z.string(), z.string()])),
      }),
    ),
    published_on: day.nullable(),
    /** The day on which its test was ended without results, and why; null where it was not. */
    ended_on: day.nullable(),
    ended_because: z.string().nullable(),
    /** Results are promised between these; null before testing has begun, or where it has ended. */
    promised_from: day.nullable(),
    promised_by: day.nullable(),
    /** Days past the promise, until today or until the results; 0 where it is kept or not over. */
    late_days: z.int().min(0),
    samples: z.array(
      z.object({
        /** From 1. */
        number: z.int().min(1),
        lot: z.string().nullable(),
        best_before: day.nullable(),
        /** Of receipt and lot, where no private detail is on it; null where none is shown. */
        photo: z.string().nullable(),
        /** Dollars paid for it at the shop. */
        price: z.number().nullable(),
        /** In the order in which they happened. */
        steps: z.array(
          z.object({
            step: z.enum(STEPS),
            day,
            /** The shop, the carrier, the laboratory. */
            place: z.string().nullable(),
            note: z.string().nullable(),
            /** Why this is not what was noted first; null where it is. */
            correction: z.string().nullable(),
          }),
        ),
      }),
    ),
    /** Where a product's money went: `left` is the sum of all other amounts but `moved`. */
    statement: z.object({
      raised: z.number(),
      /** Of it, what contributors gave to another product and moved here. */
      moved: z.number(),
      /** What the payment provider kept, by its own figures: negative, like all that was spent. */
      card_fees: z.number(),
      samples: z.number(),
      laboratory: z.number(),
      shipping: z.number(),
      other: z.number(),
      /** Passed on to tests that cost more than they raised (negative), or made up for from there. */
      reserve: z.number(),
      /** What the project's own money made up for, less what it got back. */
      project: z.number(),
      left: z.number(),
      /** The day on which the books of the test were last closed; they are open again unless 0 is left. */
      settled_on: day.nullable(),
    }),
  })
  .openapi('Testing');

export type Testing = z.infer<typeof testingSchema>;
export type TestRegistration = Testing['registrations'][number];
export type TestSample = Testing['samples'][number];
export type TestStep = TestSample['steps'][number];
export type Statement = Testing['statement'];
