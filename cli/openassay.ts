import { useServices } from './services.ts';
import { misunderstood, readCommand, type Given } from './read-command.ts';

const { stdout: out, stderr: err } = process;
for (const stream of [out, err]) {
  // Whoever reads, such as head, has read enough: the command goes on to its end without them.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Resolves to the exit code, or to what is not understood and could not be seen from what was typed alone. */
type Run = (given: Given) => Promise<number | string | undefined>;

const NO_PLACE = 'Name a DIR, or set BACKUP_DIR.';
const placeOf = ({ words }: Given) => words[0] ?? process.env.BACKUP_DIR;

/** Those that need no database, or start one of their own. */
const ALONE: Record<string, Run> = {
  figures: async ({ words }) =>
    (await import('./figures.ts')).runFigures('figures', words[0] ?? '', out),
  sensitivity: async ({ words }) =>
    (await import('./figures.ts')).runFigures('sensitivity', words[0] ?? '', out),
  doctor: async () => (await import('./doctor.ts')).runDoctor(out),
  move: async ({ words: [url = '', ownerUrl] }) =>
    (await import('#cli/move/move.ts')).runMove(url, ownerUrl, out, err),
  async backup(given) {
    const { runBackup } = await import('#cli/backup/take-backup.ts');
    const dir = placeOf(given);
    return dir ? runBackup(dir, out) : NO_PLACE;
  },
  async restore(given) {
    const { runRestore } = await import('#cli/backup/restore.ts');
    const dir = placeOf(given);
    return dir ? runRestore(dir, out) : NO_PLACE;
  },
};

/** Runs until it is stopped. */
const WITNESS: Run = async (given) => {
  await (await import('./log.ts')).startWitness(given, out);
  return new Promise<number>(() => {});
};

const ON_DATABASE: Record<string, Run> = {
  import: async ({ rest }) => (await import('./import.ts')).runImport(rest, out, err),
  audit: async () => (await import('./audit.ts')).printAudit(out, err),
  ledger: async () => (await import('./audit.ts')).runLedgerCheck(out),
  migrate: async () => 0,
  async reconcile({ values }) {
    const moment = values.get('since');
    const since = moment === undefined ? undefined : new Date(moment);
    return (await import('./reconcile.ts')).runReconcile(out, err, since);
  },
  async 'erase-again'({ values }) {
    const { eraseAgain } = await import('#cli/backup/erase-again.ts');
    out.write(await eraseAgain(new Date(values.get('since') ?? '')));
    return 0;
  },
  'refund-unfunded': async ({ values }) =>
    (await import('./reconcile.ts')).runRefundUnfunded(out, err, values.get('yes')),
  refund: async ({ rest }) => (await import('./refund.ts')).runRefund(rest, out, err),
  refunds: async ({ words }) => (await import('./refund.ts')).listRefunds(words[0], out),
  reservations: async ({ rest }) => (await import('./reservations.ts')).runReservations(rest, out),
  unmatched: async ({ rest }) => (await import('./unmatched.ts')).runUnmatched(rest, out),
  testing: async ({ rest }) => (await import('./testing.ts')).runTesting(rest, out),
  release: async ({ values }) =>
    (await import('./release-data.ts')).runRelease(values.has('fewer-rows'), out),
  log: async (given) => (await import('./log.ts')).runLog(given, out),
  disputes: async () => (await import('./disputes.ts')).runDisputes(out),
  events: async ({ words }) => (await import('./events.ts')).runEvents(words, out),
  admins: async ({ words }) => (await import('./admins.ts')).runAdmins(words, out),
  mail: async ({ words }) => (await import('./outbox.ts')).runOutbox(words, out),
  mails: async ({ words }) => (await import('./mails.ts')).runMails(words, out),
};

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const asked = readCommand(args);
  if ('message' in asked) return print(asked);
  const isWitness = asked.name === 'log' && asked.words[0] === 'witness';
  const [alone, onDatabase] = [isWitness ? WITNESS : ALONE[asked.name], ON_DATABASE[asked.name]];
  const done = alone
    ? await alone(asked)
    : await withDatabase(asked, async () => onDatabase?.(asked));
  if (typeof done === 'number') return done;
  return print(misunderstood(done ?? 'This is not understood.', asked.usage));
}

/** Runs with the database and payment provider of the running site, or with our own meanwhile. */
async function withDatabase<T>({ values }: Given, work: () => Promise<T>): Promise<T> {
  const services = await useServices();
  const { config } = await import('#app/config.ts');
  const { prepareDatabase } = await import('#app/database/migrate.server.ts');
  const { disconnect } = await import('#app/database/db.server.ts');
  await import('#app/webhooks.ts'); // names the kinds of orders: any command may come upon a payment
  try {
    const { ownerUrl } = services;
    const isOneWay = values.has('one-way');
    await prepareDatabase({ url: config().DATABASE_URL ?? '', ownerUrl, isOneWay });
    return await work();
  } finally {
    await disconnect();
    await services.stop();
  }
}

function print({ exitCode, message }: ReturnType<typeof misunderstood>): number {
  (exitCode === 0 ? out : err).write(message);
  return exitCode;
}
