import { z } from '@hono/zod-openapi';
import { chemicals } from '#app/toxicology/chemicals.ts';

const level = z.enum(['High', 'Medium', 'Low', 'None', 'N/A']);
const percent = z.number().nullable();

/** The shape of a risk list row, for the API's documentation; `RiskLevelRow` is its type. */
export const riskLevelSchema = z
  .object({
    product_id: z.int(),
    padded_id: z.string(),
    name: z.string(),
    image_url: z.string().nullable(),
    phthalates_risk: level,
    bisphenols_risk: level,
    substitutes_risk: level,
    phthalates_tdi_percent: percent,
    bisphenols_tdi_percent: percent,
    substitutes_tdi_percent: percent,
    phthalates_lower_percent: percent,
    bisphenols_lower_percent: percent,
    substitutes_lower_percent: percent,
    phthalates_upper_percent: percent,
    bisphenols_upper_percent: percent,
    substitutes_upper_percent: percent,
    phthalates_limit_unseen: z.boolean(),
    bisphenols_limit_unseen: z.boolean(),
    substitutes_limit_unseen: z.boolean(),
    phthalates_samples_disagree: z.boolean(),
    bisphenols_samples_disagree: z.boolean(),
    substitutes_samples_disagree: z.boolean(),
    phthalates_above_range: z.boolean(),
    bisphenols_above_range: z.boolean(),
    substitutes_above_range: z.boolean(),
    category: z.string().nullable(),
    not_food: z.boolean(),
  })
  .openapi('RiskLevels');

const concentration = z
  .union([z.number(), z.string()])
  .nullable()
  .openapi({ description: 'ng/g; "<n", ">n" or "ND" where it is not a number; null: no result' });

export const revisionSchema = z
  .object({
    number: z.int(),
    published_at: z.iso.datetime(),
    reason: z.string().nullable(),
  })
  .openapi('Revision');

/** The shape of a tested product; `TestedReport` is its type. */
export const testedReportSchema = z
  .object({
    original_id: z.string(),
    name: z.string(),
    serving_size_g: z.number(),
    samples: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        lot_number: z.string().nullable(),
        test_results: z.array(
          z.object({
            lot_number: z.string().nullable(),
            ...Object.fromEntries(chemicals.map(({ key }) => [`${key}_ng_g`, concentration])),
          }),
        ),
      }),
    ),
    tags: z.array(z.string()),
    collection_notes: z.string().nullable(),
    product_url: z.string().nullable(),
    risk: riskLevelSchema,
    funded_product_id: z.int().nullable(),
    revisions: z.array(revisionSchema),
  })
  .openapi('TestedProduct');

/** The shape of a fundable product's sample; `LabSample` is its type. */
export const labSampleSchema = z
  .object({
    sample_id: z.string(),
    lot: z.string().nullable(),
    notes: z.string().nullable(),
    lab_measurements: z.array(
      z.object({
        value_ppb: z.number().nullable().openapi({
          description:
            'ng/g: the value, or the limit that "<" or ">" names; null: nothing reported',
        }),
        status: z.enum(['ok', 'below_loq', 'above_range', 'not_detected', 'not_tested']),
        chemicals: z.object({ header_name: z.string() }),
      }),
    ),
  })
  .openapi('LabSample');
