import { z } from '@hono/zod-openapi';
import { STEPS } from './steps.ts';

const day = z.iso.date();

/** The shape of a testing answer, for the API's documentation; `Testing` is its type. */
export const testingSchema = z
  .object({
    product_id: z.int(),
    testing_status: z.string(),
    levels: z.int().min(1),
    funded_on: day.nullable(),
    begun_on: day.nullable(),
    published_on: day.nullable(),
    ended_on: day.nullable(),
    ended_because: z.string().nullable(),
    promised_from: day.nullable(),
    promised_by: day.nullable(),
    late_days: z.int().min(0),
    samples: z.array(
      z.object({
        number: z.int().min(1),
        lot: z.string().nullable(),
        price: z.number().nullable(),
        steps: z.array(
          z.object({
            step: z.enum([...STEPS, 'given-up']),
            day,
            place: z.string().nullable(),
            note: z.string().nullable(),
            correction: z.string().nullable(),
          }),
        ),
      }),
    ),
    statement: z.object({
      raised: z.number(),
      card_fees: z.number(),
      samples: z.number(),
      laboratory: z.number(),
      shipping: z.number(),
      other: z.number(),
      reserve: z.number(),
      project: z.number(),
      left: z.number(),
      settled_on: day.nullable(),
    }),
  })
  .openapi('Testing');
