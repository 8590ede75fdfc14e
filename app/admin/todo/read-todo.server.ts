import { readWaitingRows } from './read-waiting.server.ts';
import { todoList, type Waiting } from './todo.ts';
import { latestAudit } from '#app/admin/audit/audit-runs.server.ts';
import { standing } from '#app/admin/audit/audit.ts';
import { readLargeRefunds } from '#app/funding/refunds/large-refunds.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { heldRelease } from '#app/data/releases/store.server.ts';
import { knownClockTrouble } from '#app/stripe/clocks.server.ts';
import { lostOrdersWarning } from '#app/stripe/lost-orders.server.ts';
import { webhookHeartbeat } from '#app/stripe/webhook-heartbeat.server.ts';
import { addDays, dayOf } from '#app/testing/promise.ts';
import { testsUnderWay } from '#app/testing/read-tests.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { nextStep, type StepName } from '#app/testing/steps.ts';

/** Days before its results are due on which a test stands on the list. */
const AHEAD_DAYS = 7;

/** What waits for an administrator, the most pressing first; no address of a person is in it. */
export async function readToDo() {
  const today = dayOf(now());
  const waiting = await Promise.all([
    readWaitingRows(),
    testsToMoveOn(today),
    auditTrouble(),
    heldRefunds(),
    otherTrouble(),
  ]);
  return todoList(waiting.flat(), today);
}

/** Tests whose results are late, soon due, or with us. */
async function testsToMoveOn(today: string): Promise<Waiting[]> {
  const tests = await testsUnderWay();
  return tests.flatMap(({ id, name, levels, promisedBy, samples }) => {
    const next = nextInTest(samples, levels);
    if (!next.areResultsIn && promisedBy > addDays(today, AHEAD_DAYS)) return [];
    return { kind: 'test' as const, name: next.text, product: { id, name }, due: promisedBy };
  });
}

/** The last audit, where it failed or what it found does not agree. */
async function auditTrouble(): Promise<Waiting[]> {
  const [latest, done] = await Promise.all([latestAudit(), latestAudit('done')]);
  const tell = (name: string, at: string | null) => [
    { kind: 'audit' as const, name, ...(at ? { since: at.slice(0, 10) } : {}) },
  ];
  if (latest?.status === 'failed') {
    return tell('Run the audit again, as the last one failed', latest.finishedAt);
  }
  const { report, finishedAt = null } = done ?? {};
  if (!report) return [];
  if (!report.matches) return tell('Look into the difference that the audit found', finishedAt);
  const shortBy = report.solvency && standing(report.solvency).shortBy;
  return shortBy
    ? tell(`Look into why the site is ${shortBy} short of what it owes`, finishedAt)
    : [];
}

async function heldRefunds(): Promise<Waiting[]> {
  const { isHeld, dueCents, dueSince } = await readLargeRefunds();
  if (!isHeld || !dueSince) return [];
  return [{ kind: 'refunds-held', cents: dueCents, since: dayOf(dueSince) }];
}

async function otherTrouble(): Promise<Waiting[]> {
  const [clocks, { warning }, lost, held] = await Promise.all([
    knownClockTrouble(),
    webhookHeartbeat(),
    lostOrdersWarning(),
    heldRelease(db()),
  ]);
  return [
    ...(clocks ? [{ kind: 'clocks' as const, name: clocks }] : []),
    ...(warning ? [{ kind: 'webhooks' as const, name: warning }] : []),
    ...(lost ? [{ kind: 'lost-orders' as const, name: lost }] : []),
    ...(held
      ? [{ kind: 'release' as const, name: held.fewer.join(', '), since: dayOf(held.at) }]
      : []),
  ];
}

/** On a day on which something waits, tells administrators so, once: run by the clock. */
export async function tellWhatWaits(): Promise<void> {
  if ((await readToDo()).length === 0) return;
  const key = dayOf(now());
  await inTransaction((tx) => notifyAdministrators(tx, 'to-do', { params: {}, key }));
}

/** In the first week of a month tells administrators what the last one brought, once: run by the clock. */
export async function tellMonth(): Promise<void> {
  const today = now();
  if (today.getUTCDate() > 7) return;
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1));
  const month = dayOf(last).slice(0, 7);
  const notice = { params: { month }, key: month };
  await inTransaction((tx) => notifyAdministrators(tx, 'month', notice));
}

/** What is to be done about a test first, as it stands before the product's name. */
const WORDS = {
  buy: 'Buy the samples of',
  'buy-more': 'Buy the other samples of',
  shipped: 'Ship the samples of',
  'at-lab': 'Record that the laboratory has the samples of',
  'results-in': 'Ask the laboratory for the results of',
  checked: 'Check the results of',
  publish: 'Publish the results of',
} as const;

/**
 * What is to be done next about a test that has no results yet: of the samples that were not given up,
 * by the steps that each has, the one that is least far decides.
 */
export function nextInTest(samples: readonly (readonly StepName[])[], levels: number) {
  const live = samples.filter((steps) => !steps.includes('given-up'));
  const step = stepOf(live, levels);
  /** The laboratory is done, so it waits for nobody else. */
  const areResultsIn = step === 'checked' || step === 'publish';
  return { text: WORDS[step], areResultsIn };
}

function stepOf(live: readonly (readonly StepName[])[], levels: number): keyof typeof WORDS {
  if (live.length === 0) return 'buy';
  const next = live.map((steps) => nextStep(steps));
  const order = ['shipped', 'at-lab', 'results-in', 'checked'] as const;
  const least = order.find((step) => next.includes(step));
  if (least) return least;
  return live.length < levels ? 'buy-more' : 'publish';
}
