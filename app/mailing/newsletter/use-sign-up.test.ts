import { expect, it } from 'vitest';
import { ALREADY_SUBSCRIBED } from '#app/mailing/messages.ts';
import { signUpFailed } from './use-sign-up.ts';

const failed = signUpFailed((said) => said ?? 'It failed.');

it.each([
  ['a duplicate', 409, 'Known.', ALREADY_SUBSCRIBED],
  ['a refusal', 400, 'Please enter an email address.', 'Please enter an email address.'],
  ['a refusal without a word', 400, undefined, 'It failed.'],
  ['trouble at the site', 500, 'Something broke.', 'It failed.'],
  ['no answer', undefined, undefined, 'It failed.'],
])('signing up says of %s what fits', (_, status, said, sentence) => {
  expect(failed(said, status)).toBe(sentence);
});
