import { expect, test } from 'vitest';
import { EVENT_NAMES } from '#app/analytics/analytics-events.ts';

/** The specification's events, whose last three have no capitals there. */
const SPEC =
  'Add to Funding List, Remove from Funding List, Product View, Checkout Complete, Follow Product, Unfollow Product, Submit Product, Footer Link Click, FAQ Click, Contact Form Submit, Commit Funding, Sort Products; also contact email click, donation link click, view contributions';

// That each is sent where it happens, and once, is counted in the browser (`test/e2e`).
test('the events are those of the specification', () => {
  const named = SPEC.split(/, |; also /).map((name) => name.toLowerCase());
  expect(EVENT_NAMES.map((name) => name.toLowerCase())).toEqual(named);
});
