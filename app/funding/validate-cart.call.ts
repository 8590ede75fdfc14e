import { cartBody, cartValidation } from '#app/funding/cart-schema.ts';
import { validateCart } from '#app/funding/validate-cart.server.ts';
import { answer, defineCall } from '#app/platform/call.ts';

export default defineCall({
  summary: 'What of a funding list can be paid for now',
  access: 'anyone',
  body: cartBody,
  answers: { 200: cartValidation },
  async handle({ body, visitor }) {
    return answer(200, await validateCart(body.cart, visitor));
  },
});
