import { z } from '@hono/zod-openapi';
import { auditEntry } from '#app/admin/audit/audit-schema.ts';
import { allEntries, findAudit } from '#app/admin/audit/audit-runs.server.ts';
import { audit } from '#app/admin/audit/audit.server.ts';
import { AUDIT_FAILED } from '#app/admin/audit/audit.ts';
import { csvText } from '#app/kit/csv.ts';
import { trailLines } from '#app/admin-log/read-trail.server.ts';
import { listActions, trailQuery } from '#app/admin-log/trail.server.ts';
import { summariseEvents } from '#app/analytics/analytics-store.server.ts';
import { NO_SUCH_PHOTO } from '#app/admin/products/messages.ts';
import { readSentPhoto } from '#app/pictures/sent-photos.server.ts';
import { answer, attachment, defineCall, refuse } from '#app/http/call.ts';
import { log } from '#app/platform/log.server.ts';

const NO_SUCH_AUDIT = 'There is no such finished audit.';

let underWay: ReturnType<typeof audit> | undefined;

/** The audit that is under way, else a new one: asked for twice at once, it is made once. */
function oneAudit(): ReturnType<typeof audit> {
  underWay ??= audit().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

const CSV_COLUMNS = [
  'product_id',
  'product_name',
  'is_demo',
  'stripe_total',
  'supabase_amount',
  'discrepancy',
  'contributions',
] as const;

export default {
  auditReport: defineCall({
    summary: 'Stripe-side total against stored amount, per product',
    access: 'admin',
    answers: {
      200: z.array(auditEntry),
    },
    async handle() {
      try {
        return answer(200, (await oneAudit()).entries);
      } catch (error) {
        log.error({ err: error }, 'audit failed');
        return refuse(502, AUDIT_FAILED);
      }
    },
  }),
  sentPhoto: defineCall({
    summary: 'A photo that a visitor sent and that nobody has decided on',
    access: 'admin',
    params: z.object({ id: z.string() }),
    answers: { 200: z.any().openapi({ type: 'string', format: 'binary' }) },
    mediaType: 'image/webp',
    async handle({ params: { id } }) {
      const photo = await readSentPhoto(id);
      if (!photo) return refuse(404, NO_SUCH_PHOTO);
      return answer(200, new Uint8Array(photo), { 'Content-Type': 'image/webp' });
    },
  }),
  auditFile: defineCall({
    summary: 'A finished audit with all it found, to keep',
    access: 'admin',
    params: z.object({ id: z.string() }),
    answers: {
      200: z.looseObject({
        audit: z.string(),
        matches: z.boolean(),
        entries: z.array(z.looseObject({ product_id: z.int(), discrepancy: z.number() })),
      }),
    },
    async handle({ params }) {
      const run = await findAudit(params.id);
      if (!run?.report) return refuse(404, NO_SUCH_AUDIT);
      const entries = await allEntries(run.id);
      const file = {
        audit: run.id,
        finished_at: run.finishedAt,
        ...run.report,
        entries: entries.filter(({ is_demo }) => !is_demo),
        demo_entries: entries.filter(({ is_demo }) => is_demo),
      };
      return attachment(file, `audit-${run.id}.json`);
    },
  }),
  auditCsv: defineCall({
    summary: 'A finished audit as a CSV file, a line a product',
    access: 'admin',
    params: z.object({ id: z.string() }),
    answers: { 200: z.string() },
    mediaType: 'text/csv',
    async handle({ params }) {
      const run = await findAudit(params.id);
      if (!run?.report) return refuse(404, NO_SUCH_AUDIT);
      const rows = (await allEntries(run.id)).map(({ contributions, ...entry }) => {
        const counted = { ...entry, contributions: contributions.length };
        return CSV_COLUMNS.map((name) => counted[name]);
      });
      const text = csvText([CSV_COLUMNS, ...rows]);
      return attachment(text, `audit-products-${run.id}.csv`, 'text/csv; charset=utf-8');
    },
  }),
  eventsSummary: defineCall({
    summary: 'How often each analytics event came, by day, newest first',
    access: 'admin',
    query: z.object({ days: z.coerce.number().int().min(1).max(400).default(14) }),
    answers: {
      200: z.object({
        days: z.array(z.object({ day: z.string(), name: z.string(), count: z.int() })),
      }),
    },
    handle: async ({ query }) => answer(200, { days: await summariseEvents(query.days) }),
  }),
  listActions: defineCall({
    summary: 'What administrators did, the newest first',
    access: 'admin',
    query: trailQuery.extend({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      before: z.coerce.number().int().min(1).optional(),
    }),
    answers: {
      200: z.object({
        actions: z.array(
          z.object({
            id: z.int(),
            at: z.iso.datetime(),
            actor: z.string(),
            action: z.string(),
            subject: z.string(),
            before: z.unknown(),
            after: z.unknown(),
          }),
        ),
      }),
    },
    async handle({ query: { before, ...command } }) {
      const actions = await listActions({ ...command, beforeId: before });
      return answer(200, {
        actions: actions.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
      });
    },
  }),
  actionsCsv: defineCall({
    summary: 'What administrators did as a CSV file, the newest 10,000 first',
    access: 'admin',
    query: trailQuery,
    answers: { 200: z.string() },
    mediaType: 'text/csv',
    async handle({ query }) {
      return attachment(await trailLines(query), 'trail.csv', 'text/csv; charset=utf-8');
    },
  }),
};
