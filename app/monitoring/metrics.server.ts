import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import { Gauge, Histogram, Registry } from 'prom-client';
import { config } from '#app/config.ts';
import { logSeldom } from '#app/platform/log.server.ts';
import * as messages from '#app/platform/messages.ts';
import type { Env } from '#app/http/mount-calls.server.ts';
import { registry } from '#app/platform/registry.server.ts';
import { backupAge } from '#app/database/backups/back-up.server.ts';
import { diskFree } from './disk.server.ts';
import { metricsOfAll } from './processes.server.ts';
import { GIVEN_UP_DAYS, readSizes } from './sizes.server.ts';
import { writeTrouble } from './write-probe.server.ts';
import { isSameSecret } from '#app/platform/auth-secret.server.ts';

/** Where Prometheus reads. */
export const METRICS_PATH = '/metrics';

const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to an answer, by the pattern of its address.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

/** What is read when somebody asks: of the database, and so the same whichever process reads it. */
const read = new Registry();
const HELP = {
  database_up: 'Whether the database answers: 1, or 0.',
  queue_jobs: 'Background jobs by queue and state.',
  webhook_events_waiting: 'Stored webhooks that wait to be processed.',
  webhook_last_received_timestamp_seconds: 'When the last webhook arrived; 0 before the first.',
  webhook_silent: '1 where payments were made that no webhook told of, else 0.',
  backup_verified_until_timestamp_seconds:
    'The moment that the newest backup of the embedded database reaches to; 0 before the first, NaN where none is to be made.',
  oldest_waiting_seconds: 'How long the oldest job or webhook has waited.',
  jobs_unseen_seconds: 'Since a process that runs jobs was last seen.',
  audit_finished_timestamp_seconds: 'When the last audit was finished; 0 before the first.',
  audit_right: 'Whether the last audit found all to agree: 1, or 0, also where it failed.',
  ledger_problems: 'What the last audit found wrong in the books.',
  log_unsigned: 'Whether what is sealed in the log is not signed: 1, or 0.',
  log_unwitnessed: 'Whether no witness has signed a checkpoint for an hour: 1, or 0.',
  disk_free_ratio:
    'How much is free, of 1, of the fuller of the disks with DATA_DIR and the embedded database.',
  writes_fail: 'Whether the database takes no writes: 1, or 0.',
  mails: `Mails by state: waiting, overdue (of those), given_up (in ${GIVEN_UP_DAYS} days).`,
  undecided: 'What an administrator has to decide: failed_refunds, refund_requests, unmatched.',
};
type Name = keyof typeof HELP;
const LABELS: Partial<Record<Name, string[]>> = {
  queue_jobs: ['queue', 'state'],
  oldest_waiting_seconds: ['what'],
  mails: ['state'],
  undecided: ['what'],
};
const gauges = Object.fromEntries(
  (Object.keys(HELP) as Name[]).map((name) => {
    const of = { name: `openassay_${name}`, help: HELP[name], labelNames: LABELS[name] ?? [] };
    return [name, new Gauge({ ...of, registers: [read] })];
  }),
) as Record<Name, Gauge>;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE']);

/** Times every answer. `routeOf` names the pattern of a path, so that no label carries an id. */
export function measureRequests(routeOf: (pathname: string) => string) {
  return createMiddleware(async (c, next) => {
    const startedMs = performance.now();
    const method = METHODS.has(c.req.method) ? c.req.method : 'other';
    await next();
    const labels = { method, route: routeOf(c.req.path), status: String(c.res.status) };
    requestSeconds.observe(labels, (performance.now() - startedMs) / 1000);
  });
}

/** Answers in Prometheus' text format whoever may read it; for others the address is unknown. */
export async function answerMetrics(c: Context<Env>, next: Next): Promise<Response | void> {
  if (!mayRead(c)) return next();
  const backups = backupAge();
  const verified = backups?.verified_until;
  gauges.backup_verified_until_timestamp_seconds.set(
    backups ? (verified ? seconds(verified) : 0) : Number.NaN,
  );
  gauges.disk_free_ratio.set(await diskFree());
  gauges.writes_fail.set((await writeTrouble()) ? 1 : 0);
  try {
    show(await readSizes());
  } catch (error) {
    logSeldom('error', {}, 'the database does not answer', error);
    gauges.database_up.set(0);
  }
  try {
    return c.body(`${await metricsOfAll()}${await read.metrics()}`, 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    });
  } catch (error) {
    // One that has just ended is replaced in a moment.
    logSeldom('warn', {}, 'the processes cannot be counted now', error);
    return c.json({ error: messages.BEING_REPLACED }, 503, { 'Retry-After': '1' });
  }
}

/** By METRICS_TOKEN alone: a forwarder on this machine brings everybody from loopback. */
function mayRead(c: Context<Env>): boolean {
  const token = config().METRICS_TOKEN;
  const given = c.req.header('authorization') ?? '';
  return token !== undefined && isSameSecret(given, `Bearer ${token}`);
}

function show(sizes: Awaited<ReturnType<typeof readSizes>>): void {
  gauges.database_up.set(1);
  gauges.queue_jobs.reset();
  for (const { queue, ...states } of sizes.queues) {
    for (const [state, count] of Object.entries(states))
      gauges.queue_jobs.set({ queue, state }, count);
  }
  gauges.webhook_events_waiting.set(sizes.webhookEventsWaiting);
  const { lastReceivedAt, warning } = sizes.heartbeat;
  gauges.webhook_last_received_timestamp_seconds.set(lastReceivedAt ? seconds(lastReceivedAt) : 0);
  gauges.webhook_silent.set(warning ? 1 : 0);
  for (const [state, count] of Object.entries(sizes.mails)) gauges.mails.set({ state }, count);
  for (const [what, count] of Object.entries(sizes.undecided))
    gauges.undecided.set({ what }, count);
  gauges.oldest_waiting_seconds.set({ what: 'job' }, sizes.age.jobS);
  gauges.oldest_waiting_seconds.set({ what: 'webhook' }, sizes.age.webhookS);
  gauges.jobs_unseen_seconds.set(sizes.age.unseenS);
  gauges.audit_finished_timestamp_seconds.set(sizes.audit.finishedS);
  gauges.audit_right.set(sizes.audit.isRight);
  gauges.ledger_problems.set(sizes.audit.ledgerProblems);
  gauges.log_unsigned.set(sizes.log.unsigned ? 1 : 0);
  gauges.log_unwitnessed.set(sizes.log.unwitnessed ? 1 : 0);
}

function seconds(moment: string): number {
  return new Date(moment).getTime() / 1000;
}
