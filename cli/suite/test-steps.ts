import { existsSync } from 'node:fs';
import path from 'node:path';
import { countPlaywright, countVitest, type Count } from './test-reports.ts';

/**
 * Every test, in the order in which a failure is cheapest to find. Each step is run even where an
 * earlier one failed; the last line states how many passed and failed. What failed is told once more
 * right before it, and tests that passed only when they were run again are named.
 */
export interface Step {
  name: string;
  command: string[];
  /** Begun with the first step, beside those before it; what it says follows theirs. */
  isBegunAtOnce?: true;
  /** Not a part of every run, for the time that it takes; only where it is named. */
  isOnDemand?: true;
  /** Whether it can be run for a file or a folder alone. */
  takes?: (file: string) => boolean;
  /** How many tests the step held, read from its report; one where it writes none. */
  report?: { file: string; read: (report: never) => Count };
}

export const REPORTS = 'test-results';
const bin = (name: string) => `node_modules/${name}`;
const isOfBrowser = (file: string) => path.resolve(file).startsWith(path.resolve('test/e2e'));

/** What is rehearsed before a release, each shortly: `npm test -- release`. */
const REHEARSED = [
  'drill kill --kills 2 --seconds 2',
  'drill restore --points 1 --seconds 2',
  'drill upgrade --seconds 5',
  'fuzz --seconds 20',
  'chaos --operations 400 --seconds 90',
];

/** A release's tests have a report of their own: the same file would be read twice. */
function vitest(name: string, project: string): Step {
  const file = `${REPORTS}/${name.replace(/\W+/g, '-')}.json`;
  const run = ['run', project, '--reporter=dot', '--reporter=json'];
  return {
    name,
    command: [bin('vitest/vitest.mjs'), ...run, `--outputFile.json=${file}`],
    takes: (path) => !isOfBrowser(path) && fits(name, path),
    report: { file, read: countVitest },
  };
}

function playwright(name: string, ...projects: string[]): Step {
  return {
    name,
    command: [bin('@playwright/test/cli.js'), 'test', ...projects],
    takes: (path) => isOfBrowser(path) && fits(name, path),
    report: { file: `${REPORTS}/e2e.json`, read: countPlaywright },
  };
}

/** A folder has both, and its own step is meant. */
const fits = (step: string, file: string) =>
  /\.release\.(test|spec)\.ts$/.test(file) === step.startsWith('release');

const steps: readonly Step[] = [
  { name: 'route types', command: [bin('@react-router/dev/bin.cjs'), 'typegen'] },
  // Several checkers would each check what they share: twice the processor time, beside the stories.
  { name: 'types', command: [bin('typescript/bin/tsc'), '-p', '.', '--singleThreaded'] },
  { name: 'lint', command: [bin('oxlint/bin/oxlint')] },
  { name: 'format', command: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'build', command: ['cli/run.cjs', 'build'] },
  // They wait about as long as they compute.
  { ...vitest('unit and story tests', '--project=!release'), isBegunAtOnce: true },
  { ...playwright('browser tests', '--project=site') },
  { ...vitest('release: stories', '--project=release'), isOnDemand: true },
  { ...playwright('release: sites', '--project=release'), isOnDemand: true },
  ...REHEARSED.map((words): Step => {
    const command = ['cli/run.cjs', ...words.split(' ')];
    return { name: `release: ${words}`, command, isOnDemand: true };
  }),
];

/** Names each step that counts tests, also those before a release: what CI runs. */
const EVERYTHING = 'all';

/** What to run for the words of a command line: steps by their names, files, folders; or what is none of them. */
export function chooseSteps(words: readonly string[]): { chosen: Step[] } | { unknown: string } {
  const files = words.filter((word) => existsSync(word));
  const isNamed = ({ name, isOnDemand, report }: Step, word: string) =>
    word === EVERYTHING
      ? !isOnDemand || report !== undefined
      : !files.includes(word) && name.includes(word);
  const unknown = words.filter(
    (word) => !files.includes(word) && !steps.some((step) => isNamed(step, word)),
  );
  if (unknown.length > 0) {
    const names = steps.map(({ name }) => name).join(', ');
    return { unknown: `There is no file and no step ${unknown.join(' ')}. Steps: ${names}.` };
  }
  const chosen = steps.flatMap((step) => {
    const own = files.filter((file) => step.takes?.(file));
    // Several programs start beside a browser: each would build what was changed.
    if (step.name === 'build' && files.some(isOfBrowser)) return [step];
    if (own.length > 0) return [{ ...step, command: [...step.command, ...own] }];
    const isChosen =
      words.length === 0 ? !step.isOnDemand : words.some((word) => isNamed(step, word));
    return isChosen ? [step] : [];
  });
  return { chosen };
}
