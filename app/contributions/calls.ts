import { z } from '@hono/zod-openapi';
import { askForRefund } from '#app/funding/refunds/ask-for-refund.server.ts';
import type { Giver } from '#app/funding/moving/movable.server.ts';
import { CHOOSE_PLACE } from '#app/funding/moving/move-messages.ts';
import { moveContribution } from '#app/funding/moving/move-contribution.server.ts';
import { findOpen } from '#app/catalogue/search/find-to-fund.server.ts';
import { moveOffer } from '#app/funding/moving/move-offer.server.ts';
import { moveOfferSchema } from '#app/funding/moving/move-schema.ts';
import { contributionsSchema, receiptSchema, refundRequestSchema } from './contribution-schema.ts';
import { findContribution, listContributions } from './list-contributions.server.ts';
import { receiptFor } from './receipt.server.ts';
import { endLookupSession, sessionOf, verifyCode } from './session.server.ts';
import { answer, defineCall, refuse } from '#app/http/call.ts';
import { emailInput } from '#app/http/email-input.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { CODES, MOVES, REFUND_REQUESTS } from '#app/http/limits/limits.ts';
import { requestMail } from '#app/http/limits/request-mail.server.ts';
import { mailboxOf, preferencesUrl } from '#app/mail/mailbox.server.ts';
import * as messages from './messages.ts';

/** Whose contribution: a mailed link's token, or one of whoever gave a code in this browser. */
const giverFields = { token: z.string().max(200).optional(), id: z.string().max(64).optional() };

async function giverOf(
  { token, id = '' }: { token?: string | undefined; id?: string | undefined },
  raw: Request,
): Promise<Giver | undefined> {
  if (token) return { token };
  const session = await sessionOf(raw);
  return session && { id: id.toLowerCase(), emailNormalised: session.emailNormalised };
}

export default {
  sendVerification: defineCall({
    summary: 'Email a code that opens past contributions; the answer is the same for every address',
    access: 'anyone',
    body: z.object({ email: emailInput }),
    answers: { 200: z.object({ message: z.string() }) },
    async handle({ body, visitor }) {
      const asked = { limit: CODES, message: messages.CODE_SENT };
      return requestMail('verification-code', body.email, visitor, asked);
    },
  }),
  verifyContributionCode: defineCall({
    summary: 'Check a mailed code; a right one gives this browser a cookie for half an hour',
    access: 'anyone',
    body: z.object({ check_email: emailInput, check_code: z.string().max(64) }),
    answers: { 200: z.object({ valid: z.boolean() }) },
    handle: ({ body, visitor }) => verifyCode(body.check_email, body.check_code, visitor),
  }),
  contributions: defineCall({
    summary: 'What was given under the address whose code this browser entered',
    access: 'anyone',
    answers: { 200: contributionsSchema },
    async handle({ raw }) {
      const session = await sessionOf(raw);
      if (!session) return refuse(401, messages.NOT_SIGNED_IN);
      return answer(200, {
        email: session.emailNormalised,
        expires_at: session.expiresAt.toISOString(),
        contributions: await listContributions(session.emailNormalised),
        preferences_url: preferencesUrl(await mailboxOf(session.emailNormalised)),
      });
    },
  }),
  refundRequest: defineCall({
    summary: 'Ask for a contribution back; an administrator decides',
    access: 'anyone',
    params: z.object({ id: z.string().max(64) }),
    body: z.object({
      reason: z.string().max(1_000, messages.REASON_TOO_LONG).trim().default(''),
    }),
    answers: { 201: z.object({ refund_request: refundRequestSchema.nullable() }) },
    async handle({ params, body, raw, visitor }) {
      const session = await sessionOf(raw);
      if (!session) return refuse(401, messages.NOT_SIGNED_IN);
      const { emailNormalised } = session;
      const refused = await admit(REFUND_REQUESTS, visitor, { email: emailNormalised });
      if (refused) return refused;
      const id = params.id.toLowerCase();
      const asked = await askForRefund(id, emailNormalised, body.reason);
      if (!asked.ok) {
        const { why } = asked;
        if (why === 'unknown') return refuse(404, messages.NOT_YOURS);
        return refuse(409, messages.REQUEST_REFUSALS[why]);
      }
      const contribution = await findContribution(emailNormalised, id);
      return answer(201, { refund_request: contribution?.refund_request ?? null });
    },
  }),
  moveOffer: defineCall({
    summary:
      'What may become of a contribution: of the one that a mailed link is about, or of one of this person’s',
    access: 'anyone',
    body: z.object({
      ...giverFields,
      product: z.int().optional(),
      /** Words of the name or brand of another product. */
      search: z.string().max(200).optional(),
    }),
    answers: { 200: moveOfferSchema },
    async handle({ body, raw, visitor }) {
      const refused = await admit(MOVES, visitor);
      if (refused) return refused;
      const giver = await giverOf(body, raw);
      if (!giver) return refuse(401, messages.NOT_SIGNED_IN);
      const found = body.search?.trim() ? await findOpen(body.search) : null;
      const made = await moveOffer(giver, body.product, found);
      return made.ok ? answer(200, made.offer) : refuse(made.status, made.sentence);
    },
  }),
  moveContribution: defineCall({
    summary:
      'Move a contribution to another product or to the project, or have it back where it would go back soon',
    access: 'anyone',
    body: z.object({
      ...giverFields,
      to: z.union([z.int(), z.enum(['project', 'refund'])], { error: CHOOSE_PLACE }),
      /** Dollars, as they were offered for this place. */
      amount: z.number().multipleOf(0.01).positive(),
      /** The days until it goes back by itself count anew; once. */
      new_date: z.boolean().default(false),
    }),
    answers: { 200: z.object({ message: z.string() }) },
    async handle({ body, raw, visitor }) {
      const refused = await admit(MOVES, visitor);
      if (refused) return refused;
      const giver = await giverOf(body, raw);
      if (!giver) return refuse(401, messages.NOT_SIGNED_IN);
      const command = {
        to: body.to,
        cents: Math.round(body.amount * 100),
        acceptsNewDate: body.new_date,
      };
      const moved = await moveContribution(giver, command);
      if (!moved.ok) return refuse(moved.status, moved.sentence);
      return answer(200, { message: messages.moved(moved.to, moved.cents) });
    },
  }),
  receipt: defineCall({
    summary: "The receipt of the payment behind one of this person's contributions",
    access: 'anyone',
    params: z.object({ id: z.string().max(64) }),
    answers: { 200: receiptSchema },
    async handle({ params, raw }) {
      const session = await sessionOf(raw);
      if (!session) return refuse(401, messages.NOT_SIGNED_IN);
      const receipt = await receiptFor(session.emailNormalised, params.id.toLowerCase());
      return receipt ? answer(200, receipt) : refuse(404, messages.NOT_YOURS);
    },
  }),
  endLookup: defineCall({
    summary: 'Close the list of contributions on this browser',
    access: 'anyone',
    body: z.object({}),
    answers: { 200: z.object({}) },
    handle: async ({ raw }) => answer(200, {}, { 'Set-Cookie': await endLookupSession(raw) }),
  }),
};
