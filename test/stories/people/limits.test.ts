import { expect, it } from 'vitest';
import { startSiteProcess } from '#test/support/processes.ts';
import { processEnvironment, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

/** Nothing moves the clock here: two processes count by the same hours. */
const story = useStory();

it('guesses are counted by all processes together', async () => {
  const { url, kill } = await startSiteProcess(processEnvironment(story, { JOBS: '0' }));
  const attacker = new Visitor(story);
  const statuses: number[] = [];
  for (let at = 0; at < 62; at += 1) {
    attacker.moveTo(at % 2 ? url : story.url);
    const guess = { check_email: attacker.email, check_code: 'AAAAAA' };
    statuses.push((await attacker.post('/api/verify-contribution-code', guess)).status);
  }
  await kill();
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
});
