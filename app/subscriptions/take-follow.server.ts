import { data } from 'react-router';
import { topicParts, type Topic } from './topics.ts';
import type { Answer } from '#app/http/call.ts';
import { formAnswer, headersOf, type FormAdapter } from '#app/http/form-adapter.server.ts';

/**
 * Follows the topic of a page by email, or the one that the form names, ends this browser's own follow, or
 * only looks, as the form's intent says; whether it is followed by then.
 */
export async function takeFollow(own: Topic, typed: Record<string, string>, call: FormAdapter) {
  const { intent = 'follow', email = '', topic: named = own } = typed;
  // Of the page's own kind it is what the page is about: a duplicate's form was sent on to what stays.
  const topic = topicParts(named)[0] === topicParts(own)[0] ? own : named;
  const outcomeOf = (answered: Answer, isFollowing: boolean) => {
    const { data: outcome } = formAnswer(answered, { intent, email });
    const { status } = answered;
    return data(
      { ...outcome, typed: { email }, isFollowing },
      { status, headers: headersOf(answered) },
    );
  };
  if (intent === 'follow')
    return outcomeOf(await call('post /api/follows', { topic, email }), true);
  const found = await call('get /api/follows', undefined, { query: { topic, email } });
  const { follow } = found.body as { follow?: { id: string } | null };
  if (intent === 'look') return outcomeOf(found, Boolean(follow));
  // Nothing is left to end where another tab, or the link in an email, has ended it.
  if (!follow) return outcomeOf(found, false);
  const params = { id: follow.id };
  return outcomeOf(await call('delete /api/follows/{id}', undefined, { params }), false);
}
