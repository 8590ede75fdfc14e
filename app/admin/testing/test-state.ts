import { counted } from '#app/kit/text.ts';
import type { TestToDo } from '#app/testing/testing-desk.server.ts';

/** Where a product's test stands, in one line. */
export function testState(test: TestToDo): string {
  const { testingStatus, hasBegun, openRequests, samples, checked, hasEnded, leftCents } = test;
  if (testingStatus === 'Tested') {
    return leftCents === 0 ? 'Published, books closed' : 'Published, books open';
  }
  if (hasEnded) {
    return leftCents === 0
      ? 'Ended without results, books closed'
      : 'Ended without results, books open';
  }
  if (!hasBegun && openRequests > 0) {
    return `Goal reached; ${counted(openRequests, 'refund request')} to decide first`;
  }
  if (!hasBegun) return 'Goal reached; first sample to be bought';
  if (samples === 0) return 'First sample bought; not recorded';
  return `${checked} of ${counted(samples, 'sample')} checked`;
}
