import { z } from '@hono/zod-openapi';
import { chemicals, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import { authorities } from '#app/toxicology/limits.ts';
import { byFamily, families, type Family } from '#app/toxicology/families.ts';

const percent = z.number().nullable();
const chemical = z.enum(chemicals.map(({ key }) => key));

/** How a product is rated in one family. A percent is null where the level is N/A. */
const rating = {
  risk: z.enum(['High', 'Medium', 'Low', 'None', 'N/A']),
  tdi_percent: percent,
  /** What the percent is at least: what was not found counts nothing. */
  lower_percent: percent,
  /** What the percent could be at most; null where there is no upper bound. */
  upper_percent: percent,
  /** Whether the test could not see a limit that its best estimate keeps. */
  limit_unseen: z.boolean(),
  /** Whether its samples, each taken alone, are of different levels. */
  samples_disagree: z.boolean(),
  /** Whether a sample held more than the laboratory could measure. */
  above_range: z.boolean(),
};
type Ratings<T> = { [F in keyof T & string as `${Family}_${F}`]: T[F] };

/** The fields of all families: `phthalates_risk`, `bisphenols_risk`, … */
export function familyFields<T extends Record<keyof typeof rating, unknown>>(
  of: (family: Family) => T,
): Ratings<Pick<T, keyof typeof rating>> {
  return Object.fromEntries(
    (Object.keys(rating) as (keyof typeof rating)[]).flatMap((field) =>
      families.map(({ key }) => [`${key}_${field}`, of(key)[field]]),
    ),
  ) as Ratings<T>;
}

/** The fields of all families for a product's own eater. */
export function ownFields(of: (family: Family) => OwnRating): Record<Family, OwnRating> {
  const fields = Object.keys(ownRating.shape) as (keyof OwnRating)[];
  return byFamily(
    (family) => Object.fromEntries(fields.map((field) => [field, of(family)[field]])) as OwnRating,
  );
}

/** The words that pages head a product's ratings with, by family. */
export function wordFields<T>(of: (family: Family) => T): Record<`${Family}_word`, T> {
  return Object.fromEntries(families.map(({ key }) => [`${key}_word`, of(key)])) as Record<
    `${Family}_word`,
    T
  >;
}

const word = z.string().openapi({
  description:
    'The word that its pages show, for its own eater: High, Medium, or Low only where even the upper bound has that level, else Can’t tell. Publish this beside the level',
});

/** How a product is rated in one family for its own eater; percents as in `rating`. */
const ownRating = z
  .object({
    risk: rating.risk,
    tdi_percent: percent,
    lower_percent: percent,
    upper_percent: percent,
    /** What the chemical that the limit was set for comes to alone, at the least. */
    own_lower_percent: percent,
    /** What else was found and is counted as that chemical. */
    counted: z.array(chemical),
    /** What else was found and counts toward no limit. */
    beside: z.array(chemical),
    /** What no sample alone exceeds; null where one may hold any amount. */
    sample_upper_percent: percent,
  })
  .openapi('OwnRating');
type OwnRating = z.infer<typeof ownRating>;

const eater = z
  .object({
    weight_kg: z.number(),
    servings: z.int(),
    ...byFamily(() => ownRating),
  })
  .openapi({
    description:
      'Whom its pages judge it for, and the ratings for them: what is for babies for a baby of 5 kg, everything else for the child of the other fields',
  });

/**
 * One tested product as the list states it: one serving a day for a child of 14 kg, held against the
 * EFSA limits; `eater`, the words, and the sentence are for whoever it is for.
 */
export const riskLevelSchema = z
  .object({
    /** PlasticList's product number. */
    product_id: z.int(),
    /** The same, zero-padded to four digits. */
    padded_id: z.string(),
    name: z.string(),
    /** Address of its photo; null where there is none. */
    image_url: z.string().nullable(),
    ...familyFields(() => rating),
    ...wordFields(() => word),
    eater,
    /** What its pages say before anything else, with the limits that it is within for certain. */
    sentence: z.string(),
    /** What it is compared within, as a tag says it: `burgers`; null where no tag says what it is. */
    category: z.string().nullable(),
    /** It is no food: a serving a day says what it holds, not what anybody takes in. */
    not_food: z.boolean(),
  })
  .openapi('RiskLevels');
export type RiskLevelRow = z.infer<typeof riskLevelSchema>;

/**
 * A concentration in ng/g: a number; `<n` below the limit of quantification n; `>n` above the
 * calibrated range; `ND` where the laboratory did not name its limit; null where there is no result.
 */
const concentration = z
  .union([z.number(), z.string()])
  .nullable()
  .openapi({ description: 'ng/g; "<n", ">n" or "ND" where it is not a number; null: no result' });

export type Concentration = z.infer<typeof concentration>;

const stripMark = z
  .object({
    /**
     * Each is drawn as a shape of its own:
     * - `found`: some was measured, and what was too little to measure may add to it;
     * - `none`: none was found; there may be as much as the test could have missed;
     * - `at_least`: found, above what could be measured or beside what was not looked for;
     * - `unseen`: none was found, and how much there may be is not known.
     */
    kind: z.enum(['found', 'none', 'at_least', 'unseen']),
    lower: z.number(),
    upper: z.number().nullable().openapi({ description: 'null where nobody knows' }),
    /**
     * Within every limit whatever the test missed; above one by the limit's own substance; above one
     * if others count as that; none of these. Null where nothing is judged.
     */
    standing: z.enum(['within', 'above', 'above_if_counted', 'open']).nullable(),
    /** Whose limits it is above; left out where it is above none. */
    above: z.array(z.enum(authorities)).readonly().optional(),
    /** What has to be counted as the limit's own substance for that; left out without any. */
    counted: z.array(chemical).readonly().optional(),
  })
  .openapi('StripMark', {
    description:
      'What one sample says of a family’s sum, in ng per kg of body weight and day, and how it stands under the limits for whoever the product is for',
  });

/** How a family stands under an authority, and what of it holds where it is within. */
const standing = z.object({
  authority: z.enum(authorities),
  verdict: z.enum(['within', 'above', 'above_if_counted', 'unseen']),
  holds: z.enum(['every_sample', 'one_sample', 'average']).optional(),
});

/** What the strips of a tested product are drawn from: a mark for each sample that has a result. */
export const stripsSchema = z
  .object({
    product_id: z.int(),
    ...byFamily(() => z.array(stripMark).readonly()),
    limits: z.object(byFamily(() => z.array(standing).readonly())),
  })
  .openapi('Strips');
export type Strips = z.infer<typeof stripsSchema>;

const concentrations = Object.fromEntries(
  chemicals.map(({ key }) => [`${key}_ng_g`, concentration]),
) as Record<`${ChemicalKey}_ng_g`, typeof concentration>;

/** One publication of a product's results. */
export const revisionSchema = z
  .object({
    /** From 1; the highest is what the report shows. */
    number: z.int(),
    published_at: z.iso.datetime(),
    /** Why it differs from the one before; null for the first. */
    reason: z.string().nullable(),
  })
  .openapi('Revision');
export type Revision = z.infer<typeof revisionSchema>;

const reportSampleSchema = z.object({
  id: z.string(),
  name: z.string(),
  lot_number: z.string().nullable(),
  test_results: z.array(z.object({ lot_number: z.string().nullable(), ...concentrations })),
});

/** A tested product, with its row of the risk list beside it. */
export const testedReportSchema = z
  .object({
    /** Zero-padded to four digits. */
    original_id: z.string(),
    name: z.string(),
    /** Grams; 0 where unknown. */
    serving_size_g: z.number(),
    samples: z.array(reportSampleSchema),
    /** Measured, and in no figure: each with the reason. Left out where there are none. */
    samples_not_used: z.array(reportSampleSchema.extend({ reason: z.string() })).optional(),
    tags: z.array(z.string()),
    collection_notes: z.string().nullable(),
    /** Address of its image; null where there is none. */
    product_url: z.string().nullable(),
    risk: riskLevelSchema,
    /** The code of the product that was funded here; null for PlasticList's. */
    funded_product_id: z.int().nullable(),
    /** Every publication of its results, the latest first. */
    revisions: z.array(revisionSchema),
  })
  .openapi('TestedProduct');
export type TestedReport = z.infer<typeof testedReportSchema>;
/** What reports of every panel state. */
export type ReportBase = Omit<TestedReport, 'risk' | 'samples' | 'samples_not_used'> & {
  risk: Pick<RiskLevelRow, 'product_id'>;
  samples: readonly Pick<ReportSample, 'lot_number'>[];
  samples_not_used?: readonly unknown[] | undefined;
};
export type ReportSample = TestedReport['samples'][number];
export type TestResult = ReportSample['test_results'][number];

/** One sample of a fundable product. */
export const labSampleSchema = z
  .object({
    sample_id: z.string(),
    lot: z.string().nullable(),
    notes: z.string().nullable(),
    /** Why its results count in no figure; left out where they count. */
    not_used: z.string().optional(),
    lab_measurements: z.array(
      z.object({
        value_ppb: z.number().nullable().openapi({
          description:
            'ng/g: the value, or the limit that "<" or ">" names; null: nothing reported',
        }),
        status: z.enum(['ok', 'below_loq', 'above_range', 'not_detected', 'not_tested']),
        /** `header_name` is the full name and the unit: `Bisphenol A (ppb)`. */
        chemicals: z.object({ header_name: z.string() }),
      }),
    ),
  })
  .openapi('LabSample');

export type LabSample = z.infer<typeof labSampleSchema>;
export type LabMeasurement = LabSample['lab_measurements'][number];
