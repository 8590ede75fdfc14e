import { z } from '@hono/zod-openapi';
import { formNames, type MetalForm } from '#app/toxicology/metals/metal-limit.ts';
import { metalTexts } from '#app/toxicology/metals/sentences.ts';
import { revisionSchema } from '#app/results/tested-schema.ts';
import type { MetalReport, MetalResult } from './metal-results.server.ts';

const VERDICTS = { yes: 'within', no: 'above', 'cannot tell': 'cannot_tell' } as const;
const substance = z.enum(Object.keys(formNames) as MetalForm[]);
const share = z.number().nullable();

/** A test for metals as lists state it, for whom its kind is eaten by: no levels. */
export const metalResultSchema = z
  .object({
    product_id: z.int(),
    panel: z.literal('metals'),
    name: z.string(),
    image_url: z.string().nullable(),
    /** What its pages say, all of it. */
    sentence: z.string(),
    verdicts: z
      .array(
        z.object({
          limit: z.string().openapi({ example: 'pb-fda-irl-child' }),
          substance,
          authority: z.string().openapi({ example: 'FDA' }),
          verdict: z.enum(Object.values(VERDICTS)),
          share_lower: share,
          share_upper: share,
          share_highest: share,
        }),
      )
      .openapi({
        description:
          'By authority; a share of 1 is all of a limit, null where nobody knows, and of margins of exposure, which are no part of anything allowed',
      }),
    /** What pages show in green. */
    green: z.array(substance),
  })
  .openapi('MetalResult');

export function publicMetals(result: MetalResult): z.infer<typeof metalResultSchema> {
  const { id: product_id, name, product_url: image_url, sentence } = result;
  const verdicts = publicVerdicts(result);
  const green = metalTexts(result).flatMap((one) => (one.isGreen ? one.metal : []));
  return { product_id, panel: 'metals', name, image_url, sentence, verdicts, green };
}

/** As calls and tables state verdicts. */
export function publicVerdicts({ verdicts }: Pick<MetalResult, 'verdicts'>) {
  return verdicts.map(({ limit, verdict, lower, upper, highestUpper }) => ({
    limit: limit.id,
    substance: limit.form,
    authority: limit.authority,
    verdict: VERDICTS[verdict],
    share_lower: limit.kind === 'margin' ? null : lower,
    share_upper: limit.kind === 'margin' ? null : upper,
    share_highest: limit.kind === 'margin' ? null : highestUpper,
  }));
}

const byForm = <T extends z.ZodType>(of: T) =>
  z.object({ pb: of, cd: of, as: of, ias: of, hg: of }).partial();

/** A test for metals with its samples. */
export const metalReportSchema = z
  .object({
    ...metalResultSchema.shape,
    serving_size_g: z.number().openapi({ description: 'grams; 0 where unknown' }),
    samples: z.array(
      z.object({
        id: z.string(),
        lot_number: z.string().nullable(),
        not_used: z.string().nullable().openapi({ description: 'why it counts in no verdict' }),
        concentrations: byForm(z.string().openapi({ example: '<5' })).openapi({
          description: 'ng/g as the laboratory wrote it: "3", "<5", "ND"; ias: inorganic arsenic',
        }),
      }),
    ),
    limits_of_quantification: byForm(z.number()).openapi({ description: 'as registered, ng/g' }),
    food_limits: z
      .array(z.string().openapi({ example: 'A text.' }))
      .openapi({ description: 'of each sample' }),
    revisions: z.array(revisionSchema),
  })
  .openapi('MetalReport');

export function publicMetalReport(report: MetalReport): z.infer<typeof metalReportSchema> {
  const { serving_size_g, samples, samples_not_used = [], revisions } = report;
  return {
    ...publicMetals(report),
    serving_size_g,
    samples: [...samples, ...samples_not_used].map(({ id, lot_number, reason, reported }) => ({
      id,
      lot_number,
      not_used: reason,
      concentrations: reported,
    })),
    limits_of_quantification: report.limits,
    food_limits: report.foodTexts,
    revisions,
  };
}
