import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config, configure } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { startQueue, stopQueue } from '#app/database/queue.server.ts';
import { auditRuns, mails, unmatched, webhookEvents } from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { environmentNow } from '#test/support/story.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabase();

type App = Awaited<ReturnType<typeof createApp>>;
let app: App;

beforeAll(async () => {
  configure({ ...environmentNow(), METRICS_TOKEN: TOKEN });
  await startQueue([{ name: 'a-job', run: async () => {} }], false);
  app = await createApp();
});
afterAll(stopQueue);

const TOKEN = 'a-token-of-sixteen';
const read = (headers: Record<string, string> = { Authorization: `Bearer ${TOKEN}` }) =>
  app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress: '127.0.0.1' } } });

describe('who may read the metrics', () => {
  it('whoever sends METRICS_TOKEN', async () => {
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('nobody else, from this machine either: what forwards to it need not say so', async () => {
    const nothing = await app.request('/nothing-of-the-kind');
    const isUnknown = async (answer: Response) => {
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe(await nothing.clone().text());
    };
    for (const authorization of ['', TOKEN, 'Bearer', 'Bearer a-token-of-sixteeN']) {
      await isUnknown(await read({ Authorization: authorization }));
    }
    const before = environmentNow();
    const { METRICS_TOKEN: _, ...without } = before;
    configure(without);
    try {
      for (const authorization of ['', 'Bearer ', 'Bearer undefined']) {
        await isUnknown(await read({ Authorization: authorization }));
      }
    } finally {
      configure(before);
    }
    expect(() => configure({ ...before, METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN/);
  });
});

const NOT_FOUND =
  'http_request_duration_seconds_count{method="GET",route="/api/products/:id",status="404"}';

/** How often each kind of request was answered. */
async function counts(): Promise<string[]> {
  const lines = (await (await read()).text()).split('\n');
  return lines.filter((line) => /^http_request.*_count/.test(line));
}

describe('the metrics', () => {
  it('time answers by pattern, method and status, and never by what an address names', async () => {
    const line = (await counts()).find((text) => text.startsWith(NOT_FOUND));
    await app.request('/api/products/424242');
    await app.request('/api/products/424242');
    await app.request('/somebody@example.org', { method: 'PROPFIND' });
    const text = await (await read()).text();
    // The program counts from its start, whoever else asked it before.
    expect(await counts()).toContain(`${NOT_FOUND} ${Number(line?.split(' ').at(-1) ?? 0) + 2}`);
    expect((await counts()).join()).toContain('method="other",route="*",status="404"');
    // Among labels: a time may have any digits.
    expect(text).not.toMatch(/"[^"\n]*424242/);
    expect(text).not.toContain('somebody');
  });

  it('say how the process does, and how much waits where', async () => {
    // As a start makes it.
    await mkdir(config().DATA_DIR, { recursive: true });
    const moment = new Date();
    const long = new Date(moment.getTime() - 3_600_000);
    const mail = { name: 'receipt', data: {}, createdAt: moment };
    await addRows(mails, [
      { ...mail, dedupeKey: 'a', toEmail: 'a@example.org', nextAttemptAt: moment },
      { ...mail, dedupeKey: 'b', toEmail: 'b@example.org', nextAttemptAt: long },
      { ...mail, dedupeKey: 'c', toEmail: 'c@example.org', deadAt: moment },
      { ...mail, dedupeKey: 'd', toEmail: 'd@example.org', deadAt: moment, isWithheld: true },
      { ...mail, dedupeKey: 'e', toEmail: 'e@example.org', sentAt: moment },
    ]);
    const booked = { happenedAt: moment, bookedAt: moment };
    await addRows(unmatched, [
      { id: 're_1', amountCents: -1_500, openCents: -1_500, ...booked },
      { id: 're_2', amountCents: -1_500, openCents: 0, ...booked },
    ]);
    const finishedAt = new Date('2026-03-01T04:00:00Z');
    const report = { matches: false, problems: [{}, {}] };
    const ran = { startedAt: finishedAt, progressedAt: finishedAt, finishedAt, report };
    await addRows(auditRuns, { ...ran, status: 'done' });
    const deliveredAt = new Date('2026-03-01T10:00:00Z');
    const event = { id: 'evt_1', type: 'charge.updated', livemode: false, payload: {} };
    await addRows(webhookEvents, { ...event, receivedAt: deliveredAt, deliveredAt });
    const waited = Date.now() + 60_000;
    let lines: string[] = [];
    // What was read is kept for a moment.
    while (!lines.includes('openassay_webhook_events_waiting 1') && Date.now() < waited) {
      lines = (await (await read()).text()).split('\n');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(lines).toEqual(
      expect.arrayContaining([
        'openassay_database_up 1',
        'openassay_mails{state="waiting"} 2',
        'openassay_mails{state="overdue"} 1',
        'openassay_mails{state="given_up"} 1',
        'openassay_undecided{what="failed_refunds"} 0',
        'openassay_undecided{what="refund_requests"} 0',
        'openassay_undecided{what="unmatched"} 1',
        'openassay_webhook_events_waiting 1',
        'openassay_webhook_last_received_timestamp_seconds 1772359200',
        'openassay_webhook_silent 0',
        'openassay_audit_finished_timestamp_seconds 1772337600',
        'openassay_audit_right 0',
        'openassay_ledger_problems 2',
        'openassay_backup_verified_until_timestamp_seconds Nan',
        'openassay_oldest_waiting_seconds{what="job"} 0',
        expect.stringMatching(/^openassay_oldest_waiting_seconds\{what="webhook"\} \d{6}/),
        expect.stringMatching(/^openassay_disk_free_ratio 0\.\d/),
        'openassay_queue_jobs{queue="a-job",state="ready"} 0',
        'openassay_queue_jobs{queue="a-job",state="failed"} 0',
      ]),
    );
    // Nobody runs jobs here, and a webhook has waited for long.
    const ready = await (await app.request('/readyz')).json();
    expect(ready.jobs.warning).toMatch(/^No process runs jobs/);
    await asOwner(`update pgboss.version set cron_on = now() + interval '1 hour'`);
    await expect
      .poll(async () => (await (await app.request('/readyz')).json()).jobs.warning, {
        timeout: 9e3,
      })
      .toMatch(/^A stored webhook has waited for \d+ minutes\.$/);
    expect(lines.some((line) => /^process_cpu_user_seconds_total \d/.test(line))).toBe(true);
    expect(lines.some((line) => /^nodejs_eventloop_lag_p99_seconds \d/.test(line))).toBe(true);
  });
});

it('count refused signatures, sign-ins, and gates from 0 on, so that a first burst is a rise', async () => {
  const text = await (await read()).text();
  for (const series of [
    'openassay_webhook_signatures_refused_total{why="old"}',
    'openassay_sign_ins_failed_total{step="fresh code"}',
    'openassay_gates_refused_total{missing="session"}',
  ]) {
    // Other tests of this process may have counted since.
    expect(text).toMatch(new RegExp(`\n${series.replaceAll(/[{}]/g, '\\$&')} \\d+\n`));
  }
  expect(text).toMatch(/\nopenassay_process_memory_bytes [1-9]\d{7,}\n/);
  expect(text).toMatch(/\nopenassay_started_timestamp_seconds 1\d{9}\n/);
});
