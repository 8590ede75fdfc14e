import { useServices } from './services.ts';
import { REFUND_RULE } from '#app/kit/facts.ts';

const USAGE = `openassay COMMAND

  import FILE [--product CODE] [--unit UNIT] [--line N=WHAT] [--preview] [--confirm] [--reason TEXT]
                  publish a laboratory's file of samples, as PlasticList or as the laboratory
                  writes it (text or .xlsx); use --product if the file is about one product;
                  --preview shows what would change and what is to be confirmed and saves nothing;
                  --confirm says that it was looked at; --line says what a line is (sample,
                  sample:2, blank, spike, duplicate, other), --unit what the file's figures are in
                  where it does not say; correcting published results needs a --reason
  figures FILE    print every derived figure of a samples file, as TSV
  sensitivity FILE
                  print every product's levels under four rules for results below detection
  audit           compare Stripe, the ledger and the stored totals; exit 1 on any difference
  ledger check    prove that the books are right, and show day by day what is owed to products,
                  people and tests against what is at Stripe and in the bank; exit 1 if
                  something does not hold, or if there is less than is owed
  migrate         bring the database up to date, as every start and every command does where it may
  reconcile [--since 2026-11-21T15:04:05Z]
                  bring the books to what Stripe says, without trusting any webhook, and back the
                  paid orders that the database has lost, since the last time or that moment;
                  exit 1 while any of it is left
  backup [DIR] [--verify]
                  back up the embedded database into DIR (BACKUP_DIR unless given), while the site
                  runs or not, with the payment sandbox, photos, and the secrets in DATA_DIR;
                  delete backups that are too old; --verify verifies it then
  backup verify [DIR]
                  restore the newest backup aside, check the books in it, and say how large and
                  how old it is; nothing is sent anywhere; exit 1 if something is not right
  restore [DIR] [--to 2026-11-21T15:04:05Z]
                  put a backup, and what happened after it up to a moment, in place of the embedded
                  database of a site that is stopped; what was there is kept beside it; then
                  reconcile
  erase-again --since 2026-11-21T15:04:05Z
                  after a PostgreSQL of your own was restored to that moment, and before the site
                  starts: erase again whoever was erased since; restore does so by itself
  refund-unfunded [--yes CODE]
                  apply ${REFUND_RULE} now; if refunds are held for approval, it shows how
                  much they are and the CODE that approves exactly those
  refund contribution ID --reason requested|duplicate|untestable|removed [--note TEXT]
  refund product CODE --reason removed|untestable [--note TEXT]
                  take a product off the list and refund everything given to it
  refund retry ID send a failed refund again
  refund requests list the refunds that contributors have requested
  refund grant ID [--note TEXT]
                  grant a request and refund it
  refund decline ID --note TEXT
                  decline a request; the note is emailed to the contributor
  reservations    list the checkouts that are neither paid nor ended
  reservations end ORDER --reason TEXT
                  end one now, at Stripe too; if it was paid in the meantime, it is recorded
  refunds [failed]
                  list what is owed back; exit 1 if a refund has failed
  unmatched list  list the money at Stripe that is unmatched (exit 1 if there is any), what each
                  can be, and what was allocated
  unmatched allocate ID refund|donation|loss|outside|CONTRIBUTION --reason TEXT
                  [--reference TEXT --day 2026-11-21] [--anyway]
                  say what it is: ID is Stripe's, or a failed refund's; CONTRIBUTION is the one
                  that was refunded; a payment outside Stripe needs our bank's number and a day
  unmatched undo ALLOCATION --reason TEXT
                  undo that
  disputes        list the disputes
  disputes ID     print what is needed to answer one, as JSON
  testing         list the funded products and where their tests stand
  testing show CODE
                  show a product's samples, steps and costs with their numbers, and its books
  testing begin CODE
                  begin testing without a recorded purchase; nothing is refunded from then on
  testing buy CODE --shop TEXT --price 4.29 --receipt TEXT [--lot TEXT] [--day 2026-11-21] [--note TEXT]
                  record that a sample was bought; testing begins with the first one
  testing step CODE SAMPLE shipped|at-lab|results-in|checked|given-up [--day …] [--place TEXT] [--note TEXT]
               [--method TEXT] [--accreditation TEXT]
                  record what became of a sample; it is published with its results
  testing cost CODE laboratory|shipping|other --amount 1200.00 --payee TEXT --receipt TEXT [--day …]
                  record an invoice or another cost
  testing correct step|cost ID --reason TEXT [--day … --place … --lot … --note … --void |
                  --amount … --payee … --receipt …]
                  correct a step or cost; what you leave out stays; --void says that it did not happen
  testing end CODE --reason TEXT
                  end a test without results once every sample is given up; the reason is public
  testing settle CODE
                  close the books of a finished test and pass on what is left
  events [DAYS]   count each analytics event by day, for the last 14 days by default
  admins          list the administrators
  admins add|remove EMAIL
                  add an administrator, or remove one and sign them out
  admins link EMAIL
                  print a link that signs an administrator in, once, within ten minutes
  photos check    read every uploaded photo where it is kept, and see that it is still the same
  photos move [--to-database]
                  move uploaded photos that are in the database into the object store, or back
  mail [ID|latest]
                  list the emails of a site without a mail server, the newest first, or print one
  mails [waiting] list undelivered emails (exit 1), or emails waiting for another try
  mails retry ID  try an undelivered email again for another day
`;

const [command, ...args] = process.argv.slice(2);
process.exitCode = await run(command, args);

async function run(name: string | undefined, rest: string[]): Promise<number> {
  switch (name) {
    case 'figures': {
      const { runFigures } = await import('./figures.ts');
      return rest[0] ? runFigures(rest[0], process.stdout) : usage();
    }
    case 'sensitivity': {
      const { runSensitivity } = await import('./figures.ts');
      return rest[0] ? runSensitivity(rest[0], process.stdout) : usage();
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
      const { runLedgerCheck } = await import('./ledger-check.ts');
      return rest[0] === 'check' ? withDatabase(() => runLedgerCheck(process.stdout)) : usage();
    }
    case 'migrate':
      return withDatabase(async () => 0);
    case 'reconcile': {
      const { runReconcile } = await import('./reconcile.ts');
      const { momentOf } = await import('#cli/backup/run-backup.ts');
      const [option, moment] = rest;
      if (option !== undefined && (option !== '--since' || !moment || rest.length > 2))
        return usage();
      const since = moment === undefined ? undefined : momentOf(moment);
      return withDatabase(() => runReconcile(process.stdout, process.stderr, since));
    }
    case 'backup': {
      const { runBackup } = await import('#cli/backup/run-backup.ts');
      return (await runBackup(rest, process.stdout, process.stderr)) ?? usage();
    }
    case 'restore': {
      const { runRestore } = await import('#cli/backup/run-backup.ts');
      return (await runRestore(rest, process.stdout, process.stderr)) ?? usage();
    }
    case 'erase-again': {
      const { runEraseAgain } = await import('#cli/backup/erase-again.ts');
      const { momentOf } = await import('#cli/backup/run-backup.ts');
      if (rest[0] !== '--since' || !rest[1] || rest.length > 2) return usage();
      const since = momentOf(rest[1]);
      return withDatabase(() => runEraseAgain(since, process.stdout));
    }
    case 'refund-unfunded': {
      const { runRefundUnfunded } = await import('./reconcile.ts');
      const [option, code] = rest;
      if (option !== undefined && (option !== '--yes' || !code)) return usage();
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
      return withDatabase(() => listRefunds(rest[0], process.stdout));
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
      const { runDispute } = await import('./dispute.ts');
      return withDatabase(() => runDispute(rest[0], process.stdout));
    }
    case 'events': {
      const { runEvents } = await import('./events.ts');
      return withDatabase(async () => (await runEvents(rest, process.stdout)) ?? usage());
    }
    case 'admins': {
      const { runAdmins } = await import('./admins.ts');
      return withDatabase(async () => (await runAdmins(rest, process.stdout)) ?? usage());
    }
    case 'photos': {
      const { runPhotos } = await import('./photos.ts');
      return withDatabase(async () => (await runPhotos(rest, process.stdout)) ?? usage());
    }
    case 'mail': {
      const { runOutbox } = await import('./outbox.ts');
      return withDatabase(async () => (await runOutbox(rest, process.stdout)) ?? usage());
    }
    case 'mails': {
      const { runMails } = await import('./mails.ts');
      return withDatabase(async () => (await runMails(rest, process.stdout)) ?? usage());
    }
    case '--help':
    case 'help':
      process.stdout.write(USAGE);
      return 0;
    default:
      return usage();
  }
}

/** Runs with the database and payment provider of the running site, or with our own meanwhile. */
async function withDatabase(work: () => Promise<number>): Promise<number> {
  const services = await useServices();
  const { config } = await import('#app/config.ts');
  const { prepareDatabase } = await import('#app/platform/database/migrate.server.ts');
  const { disconnect } = await import('#app/platform/database/db.server.ts');
  await import('#app/webhooks.ts'); // names the kinds of orders: any command may come upon a payment
  try {
    await prepareDatabase({ url: config().DATABASE_URL ?? '', ownerUrl: services.ownerUrl });
    return await work();
  } finally {
    await disconnect();
    await services.stop();
  }
}

function usage(): number {
  process.stderr.write(USAGE);
  return 2;
}
