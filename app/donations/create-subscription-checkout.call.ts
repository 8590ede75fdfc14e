import { amountBody, checkoutAnswer } from './amount-body.ts';
import { createDonation } from './create-donation.server.ts';
import { defineCall } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'Open the checkout session of a monthly donation; dollars are floored to whole ones',
  access: 'anyone',
  body: amountBody,
  answers: { 200: checkoutAnswer },
  async handle({ body, visitor, origin }) {
    return createDonation('monthly', body.amount, visitor, origin);
  },
});
