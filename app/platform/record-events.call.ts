import { z } from '@hono/zod-openapi';
import { EVENT_NAMES } from '#app/platform/analytics-events.ts';
import { answer, defineCall, refuse } from '#app/platform/call.ts';
import { db } from '#app/platform/db.server.ts';
import { TOO_MANY_REQUESTS } from '#app/platform/messages.ts';
import { withinLimit } from '#app/platform/rate-limit.server.ts';
import { analyticsEvents } from '#db/schema.ts';

const PER_ADDRESS = { name: 'events:address', hits: 300, windowSeconds: 600 };

/** Anything that looks like an email address: an event must not carry one. */
const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/;

/** PostgreSQL stores no zero bytes. */
const storable = z
  .string()
  .refine((text) => !text.includes('\0'), 'An event cannot carry a zero byte.');

const propertyValue = z.union([
  storable.max(255).refine((text) => !EMAIL.test(text), 'An event cannot carry an email address.'),
  z.number(),
  z.boolean(),
  z.null(),
]);

const eventSchema = z.object({
  name: z.enum(EVENT_NAMES, 'There is no event of this name.'),
  properties: z
    .record(storable.max(64), propertyValue)
    .refine(
      (properties) => Object.keys(properties).length <= 32,
      'An event has 32 properties at most.',
    )
    .default({}),
  path: storable.startsWith('/').max(512),
});

export default defineCall({
  summary: 'Store analytics events of the site itself',
  access: 'anyone',
  isAnonymous: true,
  body: z.object({ events: z.array(eventSchema).min(1).max(50) }),
  answers: { 202: z.object({ stored: z.int() }) },
  async handle({ body, visitor }) {
    if (!(await withinLimit(PER_ADDRESS, visitor.addressHash))) {
      return refuse(429, TOO_MANY_REQUESTS);
    }
    // Only the path: a query string may hold a checkout session's id.
    const rows = body.events.map((event) => ({
      ...event,
      path: event.path.split(/[?#]/)[0] ?? '/',
    }));
    await db().insert(analyticsEvents).values(rows);
    return answer(202, { stored: rows.length });
  },
});
