import { setTimeout as sleep } from 'node:timers/promises';
import { z } from '@hono/zod-openapi';
import { EVENT_NAMES, holdsEmail, SENDING } from '#app/analytics/analytics-events.ts';
import { bytesOf, storeEvents } from '#app/analytics/analytics-store.server.ts';
import { answer, defineCall } from '#app/http/call.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { EVENT_BYTES } from '#app/http/limits/limits.ts';
import { cached } from '#app/cache/cache.server.ts';
import { logWarning } from '#app/log/log-trouble.server.ts';
import { logSeldom } from '#app/platform/log.server.ts';
import { knownClockTrouble } from '#app/stripe/clocks.server.ts';
import { lostOrdersWarning } from '#app/stripe/lost-orders.server.ts';
import { heartbeat, webhookHeartbeat } from '#app/stripe/webhook-heartbeat.server.ts';
import { backupAge } from '#app/database/backups/back-up.server.ts';
import { diskWarning } from './disk.server.ts';
import { isDraining } from './draining.server.ts';
import { workWarning } from './work-age.server.ts';
import { writeTrouble } from './write-probe.server.ts';

/** A balancer that asks whether this process is ready waits no longer. */
const READY_MS = 2_000;

async function answersInTime<T>(asked: Promise<T>): Promise<T> {
  const late = sleep(READY_MS, undefined, { ref: false }).then(() => {
    throw new Error(`The database has not answered for ${READY_MS / 1000} seconds.`);
  });
  return Promise.race([asked, late]);
}

const warned = z.object({ warning: z.string().nullable() });
const warning = async (asked: Promise<string | null>) => ({ warning: await asked });

const withoutEmail = z
  .string()
  .refine((text) => !holdsEmail(text), 'An event cannot carry an email address.');

const propertyValue = z.union([withoutEmail.max(255), z.number(), z.boolean(), z.null()]);

const eventSchema = z.object({
  event_type: z.enum(EVENT_NAMES, 'There is no event of this name.'),
  event_properties: z
    .object({ path: withoutEmail.startsWith('/').max(512) })
    .catchall(propertyValue)
    .refine(
      (properties) => Object.keys(properties).every((key) => key.length <= 64 && !holdsEmail(key)),
      'The name of a property is too long, or no name.',
    )
    .refine(
      (properties) => Object.keys(properties).length <= 33,
      'An event has 32 properties and a path at most.',
    ),
  /** The same at every retry. */
  insert_id: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
});

export default {
  /** Takes what browsers post, of which only the events themselves are kept. */
  recordEvents: defineCall({
    summary: 'Store analytics events of the site itself',
    access: 'anyone',
    isAnonymous: true,
    body: z.object({ events: z.array(eventSchema).min(1).max(SENDING.flushQueueSize) }),
    answers: { 202: z.object({ code: z.literal(200), events_ingested: z.int() }) },
    async handle({ body: { events }, visitor }) {
      const refused = await admit(EVENT_BYTES, visitor, { count: bytesOf(events) });
      if (refused) return refused;
      await storeEvents(
        events.map(({ event_type, event_properties: { path, ...properties }, insert_id }) => ({
          name: event_type,
          properties,
          // Only the path: a query string may hold a checkout session's id.
          path: path.split(/[?#]/)[0] ?? '/',
          insertId: insert_id,
        })),
      );
      return answer(202, { code: 200, events_ingested: events.length });
    },
  }),
  healthz: defineCall({
    summary: 'The process is alive',
    access: 'anyone',
    answers: { 200: z.object({ status: z.literal('ok') }) },
    async handle() {
      return answer(200, { status: 'ok' });
    },
  }),
  readyz: defineCall({
    summary: 'The process can serve: its database answers and it is not stopping',
    access: 'anyone',
    answers: {
      200: z.object({
        status: z.literal('ready'),
        webhooks: heartbeat,
        clocks: warned,
        writes: warned,
        disk: warned,
        jobs: warned,
        backups: z
          .object({ verified_until: z.iso.datetime().nullable(), ...warned.shape })
          .nullable(),
        lost_orders: warned,
        log: warned,
      }),
    },
    async handle() {
      if (isDraining()) return answer(503, { error: 'Stopping.' });
      try {
        const [clocks, webhooks, writes, disk, lost_orders, jobs, log] = await answersInTime(
          Promise.all([
            warning(knownClockTrouble()),
            webhookHeartbeat(),
            warning(writeTrouble()),
            warning(diskWarning()),
            warning(lostOrdersWarning()),
            warning(workWarning()),
            cached('log warning', 10, () => warning(logWarning())),
          ]),
        );
        const rest = { disk, jobs, backups: backupAge(), lost_orders, log };
        return answer(200, { status: 'ready', webhooks, clocks, writes, ...rest });
      } catch (error) {
        logSeldom('error', {}, 'the database does not answer', error);
        return answer(503, { error: 'The database does not answer.' });
      }
    },
  }),
};
