import { z } from '@hono/zod-openapi';
import type { OtherPayment } from '#app/funding/pay-otherwise.server.ts';
import { day, id, read, required, type Fields, type Read } from '#app/testing/read-input.ts';

const payment = z.object({
  id,
  day,
  reference: required('The payment’s number', 100),
  reason: required('Why it did not go through Stripe', 300),
});
const explained = z.object({ reason: required('The reason', 300) });

/** What is noted of a refund that was paid by other means. */
export function readOtherPayment(fields: Fields): Read<OtherPayment> {
  return read(payment, fields, ({ day: paidOn, ...rest }) => ({ ...rest, paidOn }));
}

/** Why something is decided. */
export function readReason(fields: Fields): Read<string> {
  return read(explained, fields, ({ reason }) => reason);
}
