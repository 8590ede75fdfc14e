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
  const client = new pg.Client({ connectionString: cluster.url('openassay_owner') });
  await client.connect();
  const { rows } = await client
    .query<{ session: string; status: string }>(
      'select session_id as session, status from orders where session_id = any($1)',
      [sessions],
    )
    .finally(() => client.end());
  return new Map(rows.map(({ session, status }) => [session, status]));
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
