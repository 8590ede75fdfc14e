import { TEST_ENDED } from '#app/catalogue/messages.ts';
import { listed } from '#app/kit/text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { RESULTS_WITHIN } from '#app/kit/facts.ts';
import { dayText } from '#app/kit/day-text.ts';
import { lengthText } from './promise.ts';
import { STEP_WORDS, STEPS } from './steps.ts';
import type { TestSample, TestStep, Testing } from './testing-schema.ts';

/** One point of a product's test in time. */
export interface TimelineEntry {
  /** Unique within a timeline. */
  key: string;
  /** As `2026-11-21`; null for what has no day. */
  day: string | null;
  title: string;
  /** What belongs to it, one a line. */
  details: string[];
  /** done: it happened; due: it is to come; late: it should have come. */
  state: 'done' | 'due' | 'late';
}

interface Happened extends TestStep {
  sample: TestSample;
}

/** What happened, the oldest first, samples of one day and step together; then what is to come. */
export function timelineOf(testing: Testing): TimelineEntry[] {
  const { funded_on: funded, begun_on: begun } = testing;
  const steps = testing.samples.flatMap((sample) =>
    sample.steps.map((step): Happened => ({ ...step, sample })),
  );
  const groups = Map.groupBy(steps, ({ step, day }) => `${day} ${STEPS.indexOf(step)} ${step}`);
  const happened = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => entryOf(key, group, testing));
  const isBought = steps.some(({ step }) => step === 'bought');
  const isShownPublished = steps.some(({ step }) => step === 'published');
  return [
    ...(funded ? [done('funded', funded, 'Goal reached')] : []),
    ...(begun && !isBought ? [done('begun', begun, 'First sample bought')] : []),
    ...happened,
    ...(isShownPublished ? [] : lastEntry(testing)),
  ];
}

/** How the promise stands, in one sentence; or what comes first. */
export function promiseSentence(testing: Testing): string | undefined {
  const { promised_by: by, promised_from: from, late_days: late } = testing;
  const { ended_on: ended, published_on: published, testing_status: status } = testing;
  if (ended)
    return `The test was ended on ${dayText(ended)}. Results are no longer promised, and the product takes no more money.`;
  if (status === 'Testing in Progress' && !by)
    return `Next, the first sample is bought. We promise results ${RESULTS_WITHIN} after that.`;
  if (!by || !from) return undefined;
  const length = lengthText(late);
  if (published)
    return late > 0
      ? `The results came ${length} late. We had promised them by ${dayText(by)}.`
      : `The results came on time. We had promised them by ${dayText(by)}.`;
  if (status === 'Tested') return undefined;
  return late > 0
    ? `The results are late. We promised them by ${dayText(by)}, which was ${length} ago.`
    : `We promised results ${RESULTS_WITHIN} after the first sample was bought: between ${dayText(from)} and ${dayText(by)}.`;
}

function done(key: string, day: string, title: string, details: string[] = []): TimelineEntry {
  return { key, day, title, details, state: 'done' };
}

function entryOf(key: string, group: Happened[], { samples, levels }: Testing): TimelineEntry {
  const [first] = group as [Happened, ...Happened[]];
  const numbers = group.map(({ sample }) => sample.number).toSorted((a, b) => a - b);
  const title = `${samplesText(numbers, samples.length, levels)} ${STEP_WORDS[first.step]}`;
  return done(
    key,
    first.day,
    title,
    group.flatMap((one) => detailsOf(one, group.length > 1)),
  );
}

/** "All 3 samples" once as many are bought as were paid for, "Sample 2", "Samples 1 and 3". */
function samplesText(numbers: number[], all: number, levels: number): string {
  if (numbers.length === all && all >= levels) return `All ${all} samples`;
  const names = listed(numbers.map(String));
  return numbers.length === 1 ? `Sample ${names}` : `Samples ${names}`;
}

function detailsOf({ step, place, note, correction, sample }: Happened, isOneOfMany: boolean) {
  const isBought = step === 'bought';
  const facts = [
    place,
    isBought && sample.lot ? `lot ${sample.lot}` : null,
    isBought && sample.best_before ? `best before ${dayText(sample.best_before)}` : null,
    isBought && sample.price !== null ? formatDollars(sample.price) : null,
    note,
    correction ? `corrected: ${correction}` : null,
  ].filter((fact) => fact !== null);
  if (facts.length === 0) return [];
  return [`${isOneOfMany ? `${sample.number}: ` : ''}${facts.join(' · ')}`];
}

/** The test's end, or its results. */
function lastEntry(testing: Testing): TimelineEntry[] {
  const { promised_by: by, promised_from: from, late_days: late } = testing;
  const { published_on: published, ended_on: ended, ended_because: why } = testing;
  if (ended) return [done('ended', ended, TEST_ENDED, why ? [why] : [])];
  if (testing.testing_status === 'Tested') {
    return [{ ...done('published', '', 'Results published'), day: published }];
  }
  const results = { key: 'results', day: by, details: [] };
  if (!by) return [{ ...results, title: 'Samples to be bought', state: 'due' }];
  if (late > 0) return [{ ...results, title: 'Results were due', state: 'late' }];
  const details = [from ? `expected from ${dayText(from)} on` : ''];
  return [{ ...results, title: 'Results, at the latest', state: 'due', details }];
}
