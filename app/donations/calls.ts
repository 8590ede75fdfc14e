import { z } from '@hono/zod-openapi';
import { giftBody, monthlyDonation, purposeInput, purposeOffered } from './amount-body.ts';
import { createDonation } from './create-donation.server.ts';
import type { Rhythm } from './donation-amount.ts';
import {
  askForManageLink,
  askForOrderLink,
  changePurpose,
  createPortalSession,
  monthlyDonations,
} from './manage-link.server.ts';
import { defineCall } from '#app/http/call.ts';
import { emailInput } from '#app/http/email-input.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { MONTHLY_DONATIONS, PORTAL_SESSIONS } from '#app/http/limits/limits.ts';

const id = z.string().max(255).optional();

const opening = (rhythm: Rhythm, summary: string) =>
  defineCall({
    summary,
    access: 'anyone',
    body: giftBody,
    answers: { 200: z.object({ sessionId: z.string(), url: z.string() }) },
    handle: ({ body, visitor, origin }) => createDonation(rhythm, body, visitor, origin),
  });

export default {
  createDonationCheckout: opening(
    'once',
    'Open the checkout session of a one-time donation, in whole dollars',
  ),
  createSubscriptionCheckout: opening(
    'monthly',
    'Open the checkout session of a monthly donation; dollars are floored to whole ones',
  ),
  createPortalSession: defineCall({
    summary:
      'Open the portal of a customer, by their own checkout session in the browser that paid, or a mailed link',
    access: 'anyone',
    body: z.object({ customerId: id, sessionId: id, token: id }),
    answers: { 200: z.object({ url: z.string() }) },
    handle: async ({ body, visitor, origin }) =>
      (await admit(PORTAL_SESSIONS, visitor)) ?? createPortalSession(body, visitor, origin),
  }),
  sendManageLink: defineCall({
    summary: 'Email a link to manage monthly donations; the answer is the same for every address',
    access: 'anyone',
    body: z.object({ email: emailInput }),
    answers: { 200: z.object({ message: z.string() }) },
    handle: ({ body, visitor }) => askForManageLink(body.email, visitor),
  }),
  sendOrderLink: defineCall({
    summary: 'Email a link to manage a monthly donation to the address that began it',
    access: 'anyone',
    body: z.object({ sessionId: z.string().max(255) }),
    answers: { 200: z.object({ message: z.string() }) },
    handle: ({ body, visitor }) => askForOrderLink(body.sessionId, visitor),
  }),
  monthlyDonations: defineCall({
    summary: 'The monthly donations that a mailed link opens; the token is in no address',
    access: 'anyone',
    body: z.object({ token: z.string().max(200) }),
    answers: {
      200: z.object({
        donations: z.array(monthlyDonation),
        /** What a payment may be for by now. */
        purposes: z.array(purposeOffered),
      }),
    },
    handle: async ({ body, visitor }) =>
      (await admit(MONTHLY_DONATIONS, visitor)) ?? monthlyDonations(body.token, visitor),
  }),
  changeMonthlyPurpose: defineCall({
    summary: 'Change what the payments to come of a monthly donation are for, by a mailed link',
    access: 'anyone',
    body: z.object({
      token: z.string().max(200),
      subscriptionId: z.string().max(255),
      purpose: purposeInput,
    }),
    answers: { 200: z.object({ message: z.string() }) },
    handle: async ({ body, visitor }) =>
      (await admit(MONTHLY_DONATIONS, visitor)) ?? changePurpose(body),
  }),
};
