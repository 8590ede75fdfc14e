import { cartBody, cartValidation } from './cart-schema.ts';
import { AMOUNT_NOT_WHOLE } from '#app/funding/messages.ts';
import { hasOddCents } from './validate-cart.server.ts';
import { validateFreed } from './validate-freed.server.ts';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';

export default defineCall({
  summary: 'What of a funding list can be paid for now',
  access: 'anyone',
  body: cartBody,
  answers: { 200: cartValidation },
  async handle({ body, visitor }) {
    if (await hasOddCents(body.cart)) return refuse(400, AMOUNT_NOT_WHOLE);
    return answer(200, await validateFreed(body.cart, visitor));
  },
});
