import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { acknowledgedIn, type Acknowledged } from './buyers.ts';
import type { Cluster } from './cluster.ts';
import type { Sites } from './sites.ts';

/** Events that could not be delivered meanwhile are delivered again. */
const SETTLED_MS = 180_000;
const SHOWN = 5;

type Say = (line: string) => void;

/** Holds what anyone was told, in this round and those before, against the database. */
export async function checkRecord(cluster: Cluster, file: string, say: Say): Promise<string[]> {
  const record = acknowledgedIn(file);
  const told = (what: Acknowledged['what']) => [
    ...new Set(record.filter((one) => one.what === what).map(({ session }) => session)),
  ];
  const [reserved, paid, shown] = [told('reserved'), told('paid'), told('shown')];
  const endMs = Date.now() + SETTLED_MS;
  let statuses = await statusesOf(cluster, reserved);
  const isPaid = (session: string) => statuses.get(session) === 'paid';
  while (!paid.every(isPaid) && Date.now() < endMs) {
    await sleep(2_000);
    statuses = await statusesOf(cluster, reserved);
  }
  say(
    `acknowledged: ${reserved.length} checkouts, ${paid.length} payments, ${shown.length} success pages`,
  );
  return [
    ...lost(
      'checkouts',
      reserved.filter((session) => !statuses.has(session)),
    ),
    ...lost(
      'payments',
      paid.filter((session) => !isPaid(session)),
    ),
    ...lost(
      'payments that a page had shown',
      shown.filter((session) => !isPaid(session)),
    ),
  ];
}

function lost(what: string, sessions: string[]): string[] {
  if (sessions.length === 0) return [];
  return [`${sessions.length} ${what} were acknowledged and are lost: ${sessions.slice(0, SHOWN)}`];
}

async function statusesOf(cluster: Cluster, sessions: string[]): Promise<Map<string, string>> {
  const { rows } = await asked<{ session: string; status: string }>(
    cluster,
    'select session_id as session, status from orders where session_id = any($1)',
    [sessions],
  );
  return new Map(rows.map(({ session, status }) => [session, status]));
}

async function asked<Row extends object>(cluster: Cluster, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: cluster.url('openassay_owner') });
  await client.connect();
  return client.query<Row>(text, values).finally(() => client.end());
}

/** Said in a receipt that may be the second one (app/mailing/mails/letter.email.tsx). */
const SECOND = 'You may have had this email before';
/** The site says so for so long after a failover, and of payments from before it. */
const SAID_MS = 75 * 60_000;
/** Of what was queued so shortly before one, too: that it was sent may be what was lost. */
const LAST_MS = 120_000;
/** It has noticed a failover by then; the provider's clock tells whole seconds. */
const NOTICED_MS = 5_000;

interface Receipt {
  paid: Date;
  queued: Date;
  sent: Date;
  text: string;
}

/**
 * Holds every receipt that was sent since a moment against when Patroni says it failed over: one that
 * left after, of a payment from before, says that it may be the second one, and one of a payment from
 * after does not. What leaves before the site has noticed can say nothing, and is counted.
 */
export async function checkLetters(cluster: Cluster, since: Date, say: Say): Promise<string[]> {
  const failovers = (await cluster.patroni.failovers()).map((at) => at.getTime());
  const { rows } = await asked<Receipt>(
    cluster,
    `select o.paid_at as paid, m.created_at as queued, m.sent_at as sent,
       regexp_replace(m.rendered->>'text', '\\s+', ' ', 'g') as text
     from mails m join orders o on o.id::text = m.params->>'orderId'
     where m.name = 'receipt' and m.sent_at > $1`,
    [since],
  );
  const told = rows.flatMap(({ paid, queued, sent, text }) => {
    const lastMs = failovers.findLast((at) => at <= sent.getTime());
    if (lastMs === undefined) return [];
    const after = (moment: Date) => moment.getTime() - lastMs;
    const isOlder = after(paid) < -1_000 && after(queued) > -LAST_MS && after(queued) < SAID_MS;
    const saysSo = text.includes(SECOND);
    return [
      { isOlder, isNewer: after(paid) > NOTICED_MS, isEarly: after(sent) < NOTICED_MS, saysSo },
    ];
  });
  const older = told.filter(({ isOlder, isEarly }) => isOlder && !isEarly);
  const early = told.filter(({ isOlder, isEarly }) => isOlder && isEarly);
  const newer = told.filter(({ isNewer }) => isNewer);
  const saying = (some: typeof told) => some.filter(({ saysSo }) => saysSo).length;
  const silent = older.length - saying(older);
  say(
    `receipts after failovers, ${failovers.filter((at) => at > since.getTime()).length} in this round: ${older.length} of payments from before, of which ${saying(older)} say that they may be second ones (and ${saying(early)} of ${early.length} in the first ${NOTICED_MS / 1_000} s); ${newer.length} of payments from after, of which ${saying(newer)} say so`,
  );
  return [
    ...(silent > 0 ? [`${silent} receipts may be second ones and do not say so`] : []),
    ...(saying(newer) > 0
      ? [`${saying(newer)} receipts say that they may be second ones and cannot be`]
      : []),
  ];
}

/** The site's own checks, by its commands: Stripe against the books, the books, and who is owed. */
export async function checkBooks(sites: Sites, say: Say): Promise<string[]> {
  const failures: string[] = [];
  for (const command of [['audit'], ['ledger', 'check']]) {
    const { said, code } = await sites.command(...command);
    const words = command.join(' ');
    say(`${words}: exit ${code}`);
    if (code !== 0) failures.push(`openassay ${words} ended with ${code}:\n${said.slice(-2_000)}`);
  }
  return failures;
}
