import { z } from '@hono/zod-openapi';
import { FULL_FUNDING_DOLLARS } from '#app/kit/money.ts';
import { PANEL_KEYS } from '#app/toxicology/panels/panels.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { SUBMISSION_INVALID } from './messages.ts';

/** Texts that are missing are empty, and an amount that is no number is 0. */
const text = z.string(SUBMISSION_INVALID).default('');
const derived = text.openapi({ description: 'not read: it follows from product_url' });
const number = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'number' ? value : 0));

/** What the form sends. */
export const submissionData = z.object(
  {
    name: text,
    brand: derived,
    category: derived,
    upc: text,
    product_url: text,
    comments: text,
    /** Grams of one serving; 0 where it is not known. */
    serving_size_g: number.openapi({ type: 'number', minimum: 0 }),
    /** What it is to be tested for: plastics without one. */
    panel: z.enum(PANEL_KEYS, SUBMISSION_INVALID).optional(),
    /** Sent with true, it is another product than what is listed under its name. */
    another: z.boolean(SUBMISSION_INVALID).optional(),
    /** Whole dollars. */
    amount: number.openapi({
      type: 'integer',
      minimum: NUMBERS.submissionMinDollars,
      maximum: FULL_FUNDING_DOLLARS,
    }),
  },
  SUBMISSION_INVALID,
);

export type SubmissionData = z.infer<typeof submissionData>;

export const submissionRefusal = z.object({
  /** A sentence for each field to mend. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Only its name is the same: sent again with `another`, it is added all the same. */
  may_be_another: z.boolean().optional(),
  /** The product that is listed or tested already; amounts in dollars, 0 where it was not funded here. */
  existing: z
    .object({
      id: z.int(),
      name: z.string(),
      current_amount: z.number(),
      target_amount: z.number(),
      testing_status: z.string(),
    })
    .optional(),
});

export type SubmissionRefusal = z.infer<typeof submissionRefusal>;
