import { expect, it } from 'vitest';
import { sessionFields, submissionFrom } from './session-fields.ts';
import { NAME_MAX, readAddress } from './submission.ts';

const plain = {
  name: 'Oats',
  brand: 'Amazon',
  category: 'Grocery',
  upc: '',
  productUrl: 'https://www.amazon.com/Oats/dp/B000000001',
  comments: '',
  servingSizeG: null,
  panel: 'plastics',
  itemOf: null,
};

it.each([
  ['without what may be empty', plain],
  ['with a serving', { ...plain, servingSizeG: 28.5 }],
  ['of a test for metals', { ...plain, panel: 'metals', itemOf: 1_017 }],
  ['with lines and quotes', { ...plain, comments: 'One "word"\n\n\tand \\ another\u2028.' }],
  ['with spaces where it is cut', { ...plain, comments: `${'a'.repeat(489)}  b` }],
  [
    'with characters of two units',
    { ...plain, comments: '🥣'.repeat(1_000), name: '🥣'.repeat(200) },
  ],
])('a submission %s is read from its session as it was', (_, submission) => {
  expect(submissionFrom(sessionFields(submission))).toEqual(submission);
});

it('fits the metadata of a session, whatever was typed', () => {
  const typed = `https://${'shop.'.repeat(3)}example/${'汤'.repeat(1_900)}`;
  expect(readAddress(typed)).toMatchObject({ ok: false });
  const fields = sessionFields({
    name: '"'.repeat(NAME_MAX),
    brand: 'Whole Foods Market',
    category: 'Health and household',
    upc: '0'.repeat(32),
    productUrl: `https://shop.example/${'a'.repeat(7_900)}`,
    comments: '\n"'.repeat(1_000),
    servingSizeG: 99_999.123456789,
    panel: 'metals',
    itemOf: 123_456_789,
  });
  // Beside order_id, kind, seal, product_id and product_key.
  expect(Object.keys(fields).length).toBeLessThanOrEqual(45);
  expect(fields.comments_9).toBeDefined();
  expect(fields.comments_11).toBeUndefined();
  for (const [key, value] of Object.entries(fields)) {
    expect(key.length).toBeLessThanOrEqual(40);
    expect(value.length).toBeLessThanOrEqual(500);
    expect(value).toBe(value.trim());
  }
});
