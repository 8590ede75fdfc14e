import { amountBody, checkoutAnswer } from './amount-body.ts';
import { createDonation } from './create-donation.server.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Open the checkout session of a one-time donation, in whole dollars',
  access: 'anyone',
  body: amountBody,
  answers: { 200: checkoutAnswer },
  async handle({ body, visitor, origin }) {
    return createDonation('once', body.amount, visitor, origin);
  },
});
