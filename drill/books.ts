import { spawn } from 'node:child_process';
import pg from 'pg';

/** What one command said, and how it ended. */
export interface Ran {
  code: number | null;
  said: string;
}

/** Runs an `openassay` command as an operator would, with this environment and nothing else. */
export async function openassay(env: Record<string, string>, ...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, ['cli/run.cjs', 'openassay', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...env },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said: said.trim() };
}

/** Commands that have to find nothing wrong; what they said where one does. */
export async function wrongBooks(env: Record<string, string>): Promise<string[]> {
  const wrong: string[] = [];
  for (const command of ['reconcile', 'audit', 'ledger check']) {
    const { code, said } = await openassay(env, ...command.split(' '));
    if (code !== 0) wrong.push(`openassay ${command} ended with ${code}: ${said.slice(-1_000)}`);
  }
  return wrong;
}

/**
 * Payments that were acknowledged and are not on the books exactly once, with one receipt, whose
 * sessions these are; a sentence for each kind.
 */
export async function missingPayments(url: string, sessionIds: string[]): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select s as session, o.status,
         (select coalesce(sum(amount_cents), 0) from contributions c where c.order_id = o.id)::int as cents,
         o.amount_cents as asked,
         (select count(*) from mails m where m.dedupe_key = 'receipt:' || o.id)::int as receipts,
         (select count(*) from ledger_transactions t where t.source = 'checkout:' || s)::int as posted
       from unnest($1::text[]) s left join orders o on o.session_id = s`,
      [sessionIds],
    );
    const those = (what: string, of: (row: (typeof rows)[0]) => boolean) => {
      const found = rows.filter(of);
      return found.length > 0
        ? [`${found.length} payments ${what}, ${found[0].session} among them`]
        : [];
    };
    return [
      ...those('have no order', ({ status }) => status === null),
      ...those(
        'are not recorded as paid',
        ({ status }) => status !== null && !['paid', 'review'].includes(status),
      ),
      ...those(
        'are not in the ledger once',
        ({ status, posted }) => status !== null && posted !== 1,
      ),
      ...those(
        'were divided wrongly',
        ({ status, cents, asked }) => status === 'paid' && cents !== asked,
      ),
      ...those('have no receipt', ({ status, receipts }) => status === 'paid' && receipts !== 1),
    ];
  });
}

/** How many emails wait to be sent. */
export async function unsentMails(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      'select count(*)::int as count from mails where sent_at is null and dead_at is null',
    );
    return rows[0].count;
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
