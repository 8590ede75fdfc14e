import type { PublicTest } from './public-tests.server.ts';

/** Where a test stands, in a word or two. */
export function testStage(
  test: Pick<
    PublicTest,
    'registered_on' | 'bought_on' | 'at_laboratory_on' | 'published_on' | 'ended_on'
  >,
): string {
  if (test.published_on) return 'Published';
  if (test.ended_on) return 'Ended without results';
  if (test.at_laboratory_on) return 'At the laboratory';
  if (test.bought_on) return 'Bought';
  return test.registered_on ? 'Registered' : 'Funded';
}
