import { expect, it } from 'vitest';
import { mayNote, scrubbed } from './scrub-event.ts';

it('leaves email addresses and queries behind, however deep they are', () => {
  expect(
    scrubbed({
      event_type: '[Amplitude] Element Clicked',
      insert_id: 'a',
      time: 1,
      event_properties: {
        '[Amplitude] Element Text': 'ann@example.org',
        '[Amplitude] Page URL': 'https://assay.example/product/1?who=ann#x',
        '[Amplitude] Page Location': 'https://assay.example/cart?email=ann@example.org',
        '[Amplitude] Page Path': '/product/ann%40example.org',
        '[Amplitude] Target URL': '/?search=tea',
        '[Amplitude] Said': 'see https://assay.example/success?session_id=1 or not',
        '[Amplitude] Element Hierarchy': [{ text: 'To: ann@example.org', tag: 'a' }, 'b@c'],
      },
      user_properties: { $set: { referrer: 'https://mail.example/?to=ann@example.org', n: 1 } },
    }),
  ).toEqual({
    event_type: '[Amplitude] Element Clicked',
    insert_id: 'a',
    time: 1,
    event_properties: {
      '[Amplitude] Page URL': 'https://assay.example/product/1',
      '[Amplitude] Page Location': 'https://assay.example/cart',
      '[Amplitude] Target URL': '/',
      '[Amplitude] Said': 'see https://assay.example/success or not',
      '[Amplitude] Element Hierarchy': [{ tag: 'a' }],
    },
    user_properties: { $set: { referrer: 'https://mail.example/', n: 1 } },
  });
});

it.each([
  ['/view-contributions', false],
  ['/view-contributions/receipt/7', false],
  ['/email/preferences', false],
  ['/success', false],
  ['/product/1', true],
  ['/successful', true],
])('captures by itself on %s: %s', (pathname, isKept) => {
  expect(mayNote('[Amplitude] Page Viewed', pathname)).toBe(isKept);
  expect(mayNote('View Contributions', pathname)).toBe(true);
});
