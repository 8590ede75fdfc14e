import { z } from '@hono/zod-openapi';
import { EMAIL_INVALID } from '#app/platform/messages.ts';

/** The longest address that mail takes (RFC 5321, with RFC 3696's erratum 1690). */
const ADDRESS_CHARACTERS = 254;

/** An email address as a call takes it: trimmed, and of a shape that mail can be sent to. */
export const emailInput = z
  .string(EMAIL_INVALID)
  .trim()
  .max(ADDRESS_CHARACTERS, EMAIL_INVALID)
  .pipe(z.email(EMAIL_INVALID));
