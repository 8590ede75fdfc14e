import type { PublicTest } from './public-tests.server.ts';

const STEPS = [
  ['funded', 'funded_on'],
  ['registered', 'registered_on'],
  ['bought', 'bought_on'],
  ['at the laboratory', 'at_laboratory_on'],
  ['published', 'published_on'],
  ['ended', 'ended_on'],
] as const;

type Days = Pick<PublicTest, (typeof STEPS)[number][1]>;

/** Where a test stands, in a word or two. */
export function testStage(test: Days): string {
  if (test.published_on) return 'Published';
  if (test.ended_on) return 'Ended without results';
  if (test.at_laboratory_on) return 'At the laboratory';
  if (test.bought_on) return 'Bought';
  return test.registered_on ? 'Registered' : 'Funded';
}

/** What happened to a test, and on which day, in this order. */
export function stepDays(test: Days): { word: string; day: string }[] {
  return STEPS.flatMap(([word, field]) => (test[field] ? [{ word, day: test[field] }] : []));
}
