import { z } from '@hono/zod-openapi';
import { isDay } from '#app/testing/promise.ts';

/** What the trail is narrowed to, as it stands in an address; what is left out narrows nothing. */
export const trailQuery = z.object({
  /** Who did it: an administrator's address, `command line`, or what else stood in for one. */
  actor: z.string().max(320).optional(),
  action: z.string().max(60).optional(),
  /** A product's code: what was done to it, and to money that was given to it. */
  product: z.coerce.number().int().min(1).max(999_999_999).optional(),
  /** In UTC; the database knows no day before the year 1 or after 9999. */
  day: z.iso.date().refine(isDay).optional(),
});

export type TrailFilter = z.output<typeof trailQuery>;

/** The fields of the form as they were typed; undefined where one of them is no filter. */
export function readTrailFilter(typed: Record<keyof TrailFilter, string>): TrailFilter | undefined {
  const given = Object.entries(typed).filter(([, text]) => text.trim() !== '');
  return trailQuery.safeParse(Object.fromEntries(given)).data;
}
