import { data } from 'react-router';
import type { Answer } from '#app/http/call.ts';
import { formAnswer, headersOf, type FormAdapter } from '#app/http/form-adapter.server.ts';

/**
 * Follows a product by email, or the kind that the form names, ends this browser's own follow, or only
 * looks, as the form's intent says; whether it is followed by then.
 */
export async function takeFollow(
  productId: number | undefined,
  typed: Record<string, string>,
  call: FormAdapter,
) {
  const { intent = 'follow', email = '', kind } = typed;
  const followed = kind ? { kind } : { product_id: productId };
  const outcomeOf = (answered: Answer, isFollowing: boolean) => {
    const { data: outcome } = formAnswer(answered, { intent, email });
    const { status } = answered;
    return data(
      { ...outcome, typed: { email }, isFollowing },
      { status, headers: headersOf(answered) },
    );
  };
  if (intent === 'follow') {
    return outcomeOf(await call('post /api/follows', { ...followed, email }), true);
  }
  const query = { ...(kind ? { kind } : { product_id: String(productId) }), email };
  const found = await call('get /api/follows', undefined, { query });
  const { follow } = found.body as { follow?: { id: string } | null };
  if (intent === 'look') return outcomeOf(found, Boolean(follow));
  // Nothing is left to end where another tab, or the link in an email, has ended it.
  if (!follow) return outcomeOf(found, false);
  const params = { id: follow.id };
  return outcomeOf(await call('delete /api/follows/{id}', undefined, { params }), false);
}
