import { z } from '@hono/zod-openapi';
import { spelledAddress } from '#app/kit/text.ts';
import { EMAIL_INVALID } from '#app/platform/messages.ts';

/** The longest address that mail takes (RFC 5321, with RFC 3696's erratum 1690). */
const ADDRESS_CHARACTERS = 254;

/**
 * One part before the @, a name with a dot after it: whatever a payment can be made with can be looked
 * up. Nothing that means something in a mail's headers.
 */
const ADDRESS =
  /^[^\s@"<>()[\]\\,;:\p{Cc}\p{Cf}]{1,64}@(?:[^\s@"<>()[\]\\,;:.\p{Cc}\p{Cf}]{1,63}\.)+[^\s@"<>()[\]\\,;:.\p{Cc}\p{Cf}]{2,63}$/u;

/** An email address as a call takes it: in its one spelling, and of a shape that mail can be sent to. */
export const emailInput = z
  .string(EMAIL_INVALID)
  .overwrite(spelledAddress)
  .max(ADDRESS_CHARACTERS, EMAIL_INVALID)
  .pipe(z.email({ pattern: ADDRESS, error: EMAIL_INVALID }));
