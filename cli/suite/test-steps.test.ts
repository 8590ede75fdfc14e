import { expect, it } from 'vitest';
import { chooseSteps } from './test-steps.ts';

function commandsOf(...words: string[]): string[] {
  const found = chooseSteps(words);
  return 'unknown' in found
    ? [found.unknown]
    : found.chosen.map(({ command }) => command.join(' '));
}

it('npm test -- FILE runs that file alone, in the runner that it is for', () => {
  const unit = 'app/kit/text.test.ts';
  expect(commandsOf(unit)).toEqual([expect.stringMatching(/vitest.* app\/kit\/text\.test\.ts$/)]);
  expect(commandsOf('test/e2e')).toEqual([
    expect.stringContaining('build'),
    expect.stringMatching(/playwright.* test\/e2e$/),
  ]);
  expect(commandsOf(unit, 'lint')).toHaveLength(2);
});

it('npm test -- release runs what ends processes or plays at random, and no other run does', () => {
  const release = commandsOf('release');
  const own = 'test/stories/way-back.release.test.ts';
  expect(release).toContainEqual(expect.stringMatching(/vitest.* --project=release/));
  expect(release).toContainEqual(expect.stringMatching(/playwright.* --project=release/));
  expect(release).toContainEqual(expect.stringContaining('drill kill'));
  const counted = release.filter((command) => !command.startsWith('cli/'));
  expect(commandsOf('all')).toEqual([...commandsOf(), ...counted]);
  for (const command of commandsOf()) expect(command).not.toMatch(/=release|drill/);
  expect(commandsOf(own)).toEqual([expect.stringMatching(/--project=release .*way-back/)]);
});

it('npm test -- STEP runs that step, and nothing named runs all', () => {
  expect(commandsOf('browser')).toEqual([expect.stringContaining('playwright')]);
  expect(commandsOf().length).toBeGreaterThan(5);
});

it('what is neither a file nor a step is said, and nothing runs', () => {
  expect(commandsOf('app/nothing.test.ts')).toEqual([
    expect.stringMatching(/^There is no file and no step app\/nothing\.test\.ts\. Steps: /),
  ]);
});
