import { expect, it } from 'vitest';
import { takeLookupForm } from './lookup-form.server.ts';
import { answer, refuse, refuseForNow, type Answer } from '#app/http/call.ts';

const typed = { intent: 'verify', email: 'a@example.org', code: 'ABC123' };

it.each([
  [
    'too many',
    refuseForNow(60, () => 'In a minute.'),
    'Verification process failed',
    'In a minute.',
  ],
  ['a wrong code', answer(200, { valid: false }), 'Invalid or expired verification code'],
  ['an answer that says nothing', answer(200, {}), 'Verification failed'],
])('a code fails in the words of the catalogue, at its step: %s', async (_, checked, ...texts) => {
  const [sentence, reason] = texts;
  const call = (place: string): Promise<Answer> =>
    Promise.resolve(place.startsWith('post') ? checked : refuse(401, 'No code.'));
  const { data } = await takeLookupForm(typed, call);
  expect(data).toEqual({ step: 'code', email: typed.email, failure: { sentence, reason }, typed });
});
