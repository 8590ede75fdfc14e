import { z } from '@hono/zod-openapi';
import { families } from '#app/toxicology/families.ts';

/** Null where nobody knows the most. */
const most = z.number().nullable();
/** Of what is stored of an amount, these alone. */
export const shownAmount = z.object({
  lowerNgG: z.number(),
  upperNgG: most,
  highestUpperNgG: most,
  samples: z.int(),
});
const family = z.enum(families.map(({ key }) => key));
const strength = z.enum(['certain', 'every_sample']);

/** What a day needs to know of something that is eaten, whoever eats it and however much. */
export const dayItemSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    item: z.int().openapi({ description: 'the same of forms of one item, which never both count' }),
    report: z.int().nullable().openapi({ description: 'number of its report on plastics' }),
    tags: z.array(z.string()),
    says: z.string().openapi({ example: 'Phthalates: low.' }),
    kind: z.object({ key: z.string(), name: z.string() }).nullable(),
    serving_g: z.number().nullable(),
    as_fed_per_g: z.number().nullable(),
    amounts: z
      .record(z.string(), shownAmount)
      .openapi({ description: 'ng/g by family, chemical, or metal: of the mean, and any sample' }),
    swaps: z
      .array(
        z.object({ id: z.int(), name: z.string(), family, strength, less_percent: z.number() }),
      )
      .openapi({ description: 'lower of its kind; in percent of EFSA’s limit a child’s serving' }),
  })
  .openapi('DayItem');
export type DayItem = z.infer<typeof dayItemSchema>;
export type DaySwap = DayItem['swaps'][number];
