import { TEST_ENDED } from '#app/catalogue/messages.ts';
import { listed } from '#app/kit/text.ts';
import { formatDollars } from '#app/kit/money.ts';
import { RESULTS_WITHIN } from '#app/kit/facts.ts';
import { dayText } from '#app/kit/day-text.ts';
import * as messages from './messages.ts';
import { lengthText } from './promise.ts';
import { STEP_WORDS, stepOrder } from './steps.ts';
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
  const groups = Map.groupBy(steps, ({ step, day }) => `${day} ${stepOrder(step)} ${step}`);
  const happened = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => entryOf(key, group, testing));
  const isBought = steps.some(({ step }) => step === 'bought');
  const isShownPublished = steps.some(({ step }) => step === 'published');
  return [
    ...(funded ? [done('funded', funded, messages.GOAL_REACHED)] : []),
    ...(begun && !isBought ? [done('begun', begun, messages.TESTING_BEGUN)] : []),
    ...happened,
    ...(isShownPublished ? [] : lastEntry(testing)),
  ];
}

/** How the promise stands, in one sentence; or what comes first. */
export function promiseSentence(testing: Testing): string | undefined {
  const {
    promised_by: by,
    promised_from: from,
    published_on: published,
    late_days: late,
  } = testing;
  if (testing.ended_on) return messages.endedWithout(testing.ended_on);
  if (testing.testing_status === 'Testing in Progress' && !by) {
    return messages.nextIsPurchase(RESULTS_WITHIN);
  }
  if (!by || !from) return undefined;
  if (published)
    return late > 0 ? messages.publishedLate(lengthText(late), by) : messages.publishedInTime(by);
  if (testing.testing_status === 'Tested') return undefined;
  if (late > 0) return messages.resultsLate(lengthText(late), by);
  return messages.resultsPromised(from, by, RESULTS_WITHIN);
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
    correction ? messages.corrected(correction) : null,
  ].filter((fact) => fact !== null);
  if (facts.length === 0) return [];
  return [`${isOneOfMany ? `${sample.number}: ` : ''}${facts.join(' · ')}`];
}

/** The test's end, or its results. */
function lastEntry(testing: Testing): TimelineEntry[] {
  const { published_on: published, promised_by: by, late_days: late } = testing;
  const { ended_on: ended, ended_because: why } = testing;
  if (ended) return [done('ended', ended, TEST_ENDED, why ? [why] : [])];
  if (testing.testing_status === 'Tested') {
    return [{ ...done('published', '', messages.RESULTS_PUBLISHED), day: published }];
  }
  const results = { key: 'results', day: by, details: [] };
  if (!by) {
    return [{ ...results, title: messages.SAMPLES_TO_BUY, state: 'due' }];
  }
  return late > 0
    ? [{ ...results, title: messages.RESULTS_WERE_DUE, state: 'late' }]
    : [{ ...results, title: messages.RESULTS_DUE, state: 'due', details: [dueFrom(testing)] }];
}

function dueFrom({ promised_from: from }: Testing): string {
  return from ? messages.dueFrom(dayText(from)) : '';
}
