import { expect, it } from 'vitest';
import { takeSignUp } from './take-sign-up.server.ts';
import { refuse, refuseForNow } from '#app/http/call.ts';

const FAILED = 'Failed to subscribe. Please try again.';
const HOME_FAILED = 'Failed to submit. Please try again.';

it.each([
  ['a duplicate', refuse(409, 'Known.'), 'Known.', 'Known.'],
  ['a refusal', refuse(400, 'No address.'), 'No address.', HOME_FAILED],
  ['trouble at the site', refuse(500, 'Something broke.'), FAILED, HOME_FAILED],
  ['too many', refuseForNow(60, () => 'In a minute.'), 'In a minute.', 'In a minute.'],
])('signing up says of %s what fits', async (_, answered, sentence, atHome) => {
  const typed = { email: 'a@example.org' };
  const sent = [typed, { ...typed, status: 'new', query: 'oats' }].map(async (form) => {
    const { data } = await takeSignUp(form, () => Promise.resolve(answered));
    return [data.sentence, data.typed];
  });
  expect(await Promise.all(sent)).toEqual([
    [sentence, typed],
    [atHome, { ...typed, status: 'new', query: 'oats' }],
  ]);
});
