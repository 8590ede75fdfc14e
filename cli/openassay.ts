import { useServices } from './services.ts';
import { misunderstood, readCommand } from './read-command.ts';

const NO_PLACE = 'Name a DIR, or set BACKUP_DIR.';

for (const stream of [process.stdout, process.stderr]) {
  // Whoever reads, such as head, has read enough: the command goes on to its end without them.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const asked = readCommand(args);
  if ('said' in asked) return print(asked);
  const { name, rest, words, values } = asked;
  // What is not understood and could not be seen from what was typed alone.
  const usage = (why = 'This is not understood.') => print(misunderstood(why, asked.usage));
  switch (name) {
    case 'figures': {
      const { runFigures } = await import('./figures.ts');
      return runFigures(words[0] ?? '', process.stdout);
    }
    case 'sensitivity': {
      const { runSensitivity } = await import('./figures.ts');
      return runSensitivity(words[0] ?? '', process.stdout);
    }
    case 'import': {
      const { runImport } = await import('./import.ts');
      return withDatabase(
        async () => (await runImport(rest, process.stdout, process.stderr)) ?? usage(),
      );
    }
    case 'audit': {
      const { printAudit } = await import('./audit.ts');
      return withDatabase(() => printAudit(process.stdout, process.stderr));
    }
    case 'ledger': {
      const { runLedgerCheck } = await import('./audit.ts');
      return withDatabase(() => runLedgerCheck(process.stdout));
    }
    case 'migrate':
      return withDatabase(async () => 0);
    case 'reconcile': {
      const { runReconcile } = await import('./reconcile.ts');
      const moment = values.get('since');
      const since = moment === undefined ? undefined : new Date(moment);
      return withDatabase(() => runReconcile(process.stdout, process.stderr, since));
    }
    case 'backup': {
      const { runBackup } = await import('#cli/backup/take-backup.ts');
      const dir = words[0] ?? process.env.BACKUP_DIR;
      return dir ? runBackup(dir, process.stdout) : usage(NO_PLACE);
    }
    case 'restore': {
      const { runRestore } = await import('#cli/backup/restore.ts');
      const dir = words[0] ?? process.env.BACKUP_DIR;
      return dir ? runRestore(dir, process.stdout) : usage(NO_PLACE);
    }
    case 'erase-again': {
      const { eraseAgain } = await import('#cli/backup/erase-again.ts');
      const since = new Date(values.get('since') ?? '');
      return withDatabase(async () => {
        process.stdout.write(await eraseAgain(since));
        return 0;
      });
    }
    case 'refund-unfunded': {
      const { runRefundUnfunded } = await import('./reconcile.ts');
      const code = values.get('yes');
      return withDatabase(() => runRefundUnfunded(process.stdout, process.stderr, code));
    }
    case 'refund': {
      const { runRefund } = await import('./refund.ts');
      const { runRefundRequests } = await import('./refund-requests.ts');
      const { stdout, stderr } = process;
      return withDatabase(
        async () =>
          (await runRefund(rest, stdout, stderr)) ??
          (await runRefundRequests(rest, stdout)) ??
          usage(),
      );
    }
    case 'refunds': {
      const { listRefunds } = await import('./refund.ts');
      return withDatabase(() => listRefunds(words[0], process.stdout));
    }
    case 'reservations': {
      const { runReservations } = await import('./reservations.ts');
      return withDatabase(async () => (await runReservations(rest, process.stdout)) ?? usage());
    }
    case 'unmatched': {
      const { runUnmatched } = await import('./unmatched.ts');
      return withDatabase(async () => (await runUnmatched(rest, process.stdout)) ?? usage());
    }
    case 'testing': {
      const { runTesting } = await import('./testing.ts');
      return withDatabase(async () => (await runTesting(rest, process.stdout)) ?? usage());
    }
    case 'disputes': {
      const { runDisputes } = await import('./disputes.ts');
      return withDatabase(() => runDisputes(process.stdout));
    }
    case 'events': {
      const { runEvents } = await import('./events.ts');
      return withDatabase(async () => (await runEvents(words, process.stdout)) ?? usage());
    }
    case 'admins': {
      const { runAdmins } = await import('./admins.ts');
      return withDatabase(async () => (await runAdmins(words, process.stdout)) ?? usage());
    }
    case 'mail': {
      const { runOutbox } = await import('./outbox.ts');
      return withDatabase(async () => (await runOutbox(words, process.stdout)) ?? usage());
    }
    case 'mails': {
      const { runMails } = await import('./mails.ts');
      return withDatabase(async () => (await runMails(words, process.stdout)) ?? usage());
    }
    default:
      return usage();
  }
}

/** Runs with the database and payment provider of the running site, or with our own meanwhile. */
async function withDatabase(work: () => Promise<number>): Promise<number> {
  const services = await useServices();
  const { config } = await import('#app/config.ts');
  const { prepareDatabase } = await import('#app/database/migrate.server.ts');
  const { disconnect } = await import('#app/database/db.server.ts');
  await import('#app/webhooks.ts'); // names the kinds of orders: any command may come upon a payment
  try {
    await prepareDatabase({ url: config().DATABASE_URL ?? '', ownerUrl: services.ownerUrl });
    return await work();
  } finally {
    await disconnect();
    await services.stop();
  }
}

function print({ exitCode, said }: ReturnType<typeof misunderstood>): number {
  (exitCode === 0 ? process.stdout : process.stderr).write(said);
  return exitCode;
}
