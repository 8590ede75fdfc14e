import { z } from '@hono/zod-openapi';
import { revisionSchema } from '#app/results/tested-schema.ts';
import type { MetalReport } from './metal-results.server.ts';
import { metalResultSchema, publicMetals } from './metal-schema.ts';

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
  const { serving_size_g, samples, samples_not_used = [], limits, revisions } = report;
  return {
    ...publicMetals(report),
    serving_size_g,
    samples: [...samples, ...samples_not_used].map(({ id, lot_number, reason, reported }) => ({
      id,
      lot_number,
      not_used: reason,
      concentrations: reported,
    })),
    limits_of_quantification: limits,
    food_limits: report.foodTexts,
    revisions,
  };
}
