import { z } from '@hono/zod-openapi';
import { PRODUCT_NOT_FOUND, productsFailed } from '#app/catalogue/messages.ts';
import { findAlike, findListedAlike } from '#app/catalogue/search/find-alike.server.ts';
import { findTopic } from '#app/catalogue/search/topics.ts';
import { pageSchema, productSchema } from '#app/catalogue/product-schema.ts';
import { answerTrouble, logFailure } from '#app/http/answer-trouble.server.ts';
import { answer, defineCall, refuse } from '#app/http/call.ts';
import { directionSchema, pageNumberSchema, searchSchema } from '#app/http/list-query.ts';
import { findLabSamples } from '#app/results/lab-facts/lab-samples.server.ts';
import {
  CATEGORY_KEYS,
  CERTAINTIES,
  LOTS,
  RISK_SORT_NAMES,
  riskSortOf,
} from '#app/results/list/tested-query.ts';
import { ofMetals, TESTED_NOT_FOUND, RESULTS_UNREADABLE } from './messages.ts';
import { listMetals } from '#app/results/list/list-metals.server.ts';
import { METAL_SORTS } from '#app/results/list/metals-list.tsx';
import { metalReport, metalResults } from '#app/results/metals/metal-results.server.ts';
import {
  metalReportSchema,
  metalResultSchema,
  publicMetalReport,
  publicMetals,
} from '#app/results/metals/metal-schema.ts';
import { findRevision } from '#app/results/report/find-revision.server.ts';
import { dayItems } from '#app/results/day/day-items.server.ts';
import { dayItemSchema } from '#app/results/day/day-schema.ts';
import { originalIdOf, RISK_SORTS } from './risk-level-row.ts';
import { listRiskLevels, marksOf } from '#app/results/read/risk-levels.server.ts';
import { findTested } from '#app/results/search/find-tested.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import {
  labSampleSchema,
  revisionSchema,
  riskLevelSchema,
  stripsSchema,
  testedReportSchema,
} from './tested-schema.ts';
import {
  chemicalProfileOf,
  isProfiled,
  PROFILED_KEYS,
} from '#app/results/lab-facts/chemical-profiles.server.ts';
import { PANEL_KEYS } from '#app/toxicology/panels/panels.ts';

/** A document that a profile rests on. */
const citation = z.object({
  title: z.string(),
  publisher: z.string(),
  /** Year of the document, or of the version cited where it is kept up to date. */
  year: z.int(),
  /** A DOI, or the publisher's own page; null where we know no stable address. */
  url: z.string().nullable(),
  /** The day on which somebody last saw that it says so. */
  looked_at: z.iso.date(),
});
const sheet = z.object({
  key: z.enum(PROFILED_KEYS),
  full_name: z.string(),
  category: z.string(),
  description: z.string(),
  health_concerns: z.array(z.string()),
  sources: z.array(z.string()),
  regulations: z.array(z.string()),
  alternatives: z.array(z.string()),
  citations: z.array(citation).min(2),
  educational_note: z.string(),
});

/** Tests for metals as a search finds them. */
async function findMetals(search: string) {
  return { items: (await listMetals(search)).map(publicMetals) };
}

/** What anyone may ask for. */
const published = { access: 'anyone', sharedSeconds: 1 } as const;

export default {
  labSamples: defineCall({
    summary: 'The lab samples of one product, once it is tested',
    ...published,
    params: z.object({ id: z.string() }),
    answers: { 200: z.object({ items: z.array(labSampleSchema) }) },
    async handle({ params }) {
      const { id } = params;
      const items = /^\d{1,10}$/.test(id) ? await findLabSamples(Number(id)) : undefined;
      return items ? answer(200, { items }) : refuse(404, PRODUCT_NOT_FOUND);
    },
  }),
  riskLevels: defineCall({
    summary: 'One page of the tested products with their risk levels (child of 14 kg, EFSA)',
    ...published,
    query: z.object({
      search: searchSchema,
      sort: z.enum(RISK_SORT_NAMES, `Sort by one of ${RISK_SORTS.join(', ')}.`).optional(),
      direction: directionSchema,
      page: pageNumberSchema,
      category: z.enum(CATEGORY_KEYS, `Choose one of ${CATEGORY_KEYS.join(', ')}.`).optional(),
      also_tested: z
        .enum(['last'], 'also_tested can only be last.')
        .optional()
        .openapi({ description: 'last: what is of the category also-tested comes at the end.' }),
      order: z.enum(['best'], 'order can only be best.').optional().openapi({
        description:
          'best, in the place of sort and direction: what is Low for certain in the most families first.',
      }),
      lots: z.enum(LOTS, 'lots can only be current.').optional().openapi({
        description: 'current: without products whose dated lots are all past their dates.',
      }),
      certainty: z
        .enum(CERTAINTIES, `Choose one of ${CERTAINTIES.join(', ')}.`)
        .optional()
        .openapi({
          description:
            'Of the family of the sort, or of any in the best order. unsure: its upper bound lies in a higher level; certain: the rest.',
        }),
    }),
    answers: { 200: pageSchema(riskLevelSchema) },
    async handle({ query }) {
      try {
        return answer(200, await listRiskLevels({ ...query, sort: riskSortOf(query.sort) }));
      } catch (error) {
        logFailure(error, {}, 'listing tested products failed');
        return answerTrouble(error, productsFailed(RESULTS_UNREADABLE));
      }
    },
  }),
  strips: defineCall({
    summary: 'What was measured in each sample of tested products, as their strips show it',
    ...published,
    query: z.object({
      ids: z
        .string()
        .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,24}$/, 'Name up to 25 products: ids=93,94.')
        .openapi({ description: 'numbers of up to 25 products', example: '93,94' }),
    }),
    answers: { 200: z.object({ items: z.array(stripsSchema) }) },
    async handle({ query }) {
      const found = await marksOf(query.ids.split(',').map(Number));
      const items = Object.entries(found).map(([id, marks]) => ({
        product_id: Number(id),
        ...marks,
      }));
      return answer(200, { items });
    },
  }),
  dayItem: defineCall({
    summary:
      'What one product adds to a day, whoever eats it: amounts, and what is lower of its kind',
    ...published,
    params: z.object({ id: z.string() }),
    answers: { 200: dayItemSchema },
    async handle({ params }) {
      const id = originalIdOf(params.id);
      const [item] = id === undefined ? [] : await dayItems([id]);
      return item ? answer(200, item) : refuse(404, PRODUCT_NOT_FOUND);
    },
  }),
  findAlike: defineCall({
    summary: 'What is on the list, or tested, under a name like this, three of each at most',
    ...published,
    query: z.object({
      name: z.string().max(200).default(''),
      panel: z.enum(PANEL_KEYS).optional(),
    }),
    answers: {
      200: z.object({
        items: z.array(productSchema),
        tested: z.array(z.object({ product_id: z.int(), name: z.string() })),
        topic: z
          .object({
            text: z.string(),
            links: z.array(
              z.object({
                to: z.string().openapi({ example: '/faq#which-chemicals' }),
                label: z.string().openapi({ example: 'What the tests look for' }),
              }),
            ),
          })
          .nullable()
          .openapi({ description: 'what is tested here, where the name is of a substance' }),
      }),
    },
    async handle({ query }) {
      const { answer: topic = null, others } = findTopic(query.name);
      // A name with other words may be a product’s: `Arsenic and Old Lace Perfume`.
      const isTopic = others.length === 0;
      const [items, tested] = await Promise.all([
        findListedAlike(query.name, query.panel),
        findAlike<{ product_id: number; name: string }>(
          query.name,
          query.panel === 'metals' ? findMetals : findTested,
        ),
      ]);
      return answer(200, {
        items,
        tested: tested.map(({ product_id, name }) => ({ product_id, name })),
        topic: isTopic ? topic : null,
      });
    },
  }),
  /** Twenty profiles are a long text that few readers open: each is asked for when it is. */
  chemicalProfile: defineCall({
    summary: 'What is known of one of the chemicals that products are tested for, with citations',
    access: 'anyone',
    sharedSeconds: 3600,
    params: z.object({ key: z.string() }),
    answers: { 200: sheet },
    async handle({ params: { key } }) {
      if (!isProfiled(key)) return refuse(404, 'There is no test for this chemical.');
      return answer(200, chemicalProfileOf(key));
    },
  }),
  metalResults: defineCall({
    summary: 'The tests for metals that have results, with verdicts by authority',
    ...published,
    query: z.object({
      panel: z.literal('metals'),
      search: searchSchema,
      sort: z.enum(METAL_SORTS).optional(),
      id: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    answers: { 200: z.object({ items: z.array(metalResultSchema) }) },
    async handle({ query: { search, sort, id } }) {
      const items = id ? await metalResults([Number(id)]) : await listMetals(search, sort);
      return answer(200, { items: items.map(publicMetals) });
    },
  }),

  testedReport: defineCall({
    summary: 'One tested product: samples, lots, concentrations and risk levels',
    ...published,
    params: z.object({ original_id: z.string() }),
    answers: { 200: testedReportSchema },
    async handle({ params }) {
      const report = await findTestedReport(params.original_id);
      if (report) return answer(200, report);
      const [metals] = await metalResults([originalIdOf(params.original_id) ?? 0]);
      return refuse(404, metals ? ofMetals(metals.id) : TESTED_NOT_FOUND);
    },
  }),
  metalReport: defineCall({
    summary: 'One test for metals: samples, lots, concentrations and verdicts by authority',
    ...published,
    params: z.object({ original_id: z.string() }),
    answers: { 200: metalReportSchema },
    async handle({ params }) {
      const report = await metalReport(originalIdOf(params.original_id) ?? 0);
      return report ? answer(200, publicMetalReport(report)) : refuse(404, TESTED_NOT_FOUND);
    },
  }),
  findRevision: defineCall({
    summary: 'One tested product as its results stood at one publication',
    ...published,
    params: z.object({ original_id: z.string(), number: z.string() }),
    answers: {
      200: z.object({
        revision: revisionSchema,
        product: z.union([testedReportSchema, metalReportSchema]),
      }),
    },
    async handle({ params }) {
      const found = await findRevision(params.original_id, params.number);
      if (found.missing !== undefined) return refuse(404, found.missing);
      const { revision } = found;
      const product = 'facts' in found ? found.report : publicMetalReport(found.report);
      return answer(200, { revision, product });
    },
  }),
};
