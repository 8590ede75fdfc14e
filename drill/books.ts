import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A job of a process that was killed is given to another one after two minutes (`queue.server.ts`). */
const SETTLED_MS = 180_000;

/** Runs an `openassay` command as an operator would, with this environment and nothing else. */
export async function openassay(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; sentence: string }> {
  const child = spawn(process.execPath, ['cli/run.cjs', 'openassay', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...env },
  });
  let text = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, sentence: text.trim() };
}

/** Commands that have to find nothing wrong; what they said where one does. */
export async function wrongBooks(env: Record<string, string>): Promise<string[]> {
  const wrong: string[] = [];
  for (const command of ['reconcile', 'audit']) {
    const { code, sentence } = await openassay(env, command);
    if (code !== 0)
      wrong.push(`openassay ${command} ended with ${code}: ${sentence.slice(-1_000)}`);
  }
  return wrong;
}

/**
 * Payments that were acknowledged and are not on the books exactly once, with one receipt, whose
 * sessions these are; a sentence for each kind.
 */
export async function missingPayments(url: string, sessionIds: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select wrong, count(*)::int as count, min(session) as session from (
         select s as session, case
           when o.id is null then 'have no order'
           when o.status not in ('paid', 'review') then 'are not recorded as paid'
           when (select count(*) from ledger_transactions t where t.source = 'checkout:' || s) <> 1
             then 'are not in the ledger once'
           when o.status = 'paid' and o.amount_cents <> (select coalesce(sum(amount_cents), 0)
             from contributions c where c.order_id = o.id) then 'were divided wrongly'
           when o.status = 'paid' and (select count(*) from mails m
             where m.dedupe_key = 'receipt:' || o.id) <> 1 then 'have no receipt'
         end as wrong
         from unnest($1::text[]) s left join orders o on o.session_id = s) t
       where wrong is not null group by wrong`,
      [sessionIds],
    );
    return rows.map(({ wrong, count, session }) => `${count} payments ${wrong}: ${session}`);
  } finally {
    await client.end();
  }
}

/** Waits until all is recorded, as the jobs do it; what is missing then. */
export async function missingAtTheEnd(url: string, sessionIds: string[]): Promise<string[]> {
  for (const end = Date.now() + SETTLED_MS; ; await sleep(1_000)) {
    const missing = await missingPayments(url, sessionIds);
    if (missing.length === 0 || Date.now() > end) return missing;
  }
}
