import { useServices } from './services.ts';
import { REFUND_RULE } from '#app/kit/facts.ts';

const USAGE = `openassay COMMAND

  import FILE [--product CODE] [--preview] [--reason TEXT]
                  publish a laboratory's file of samples (tabs or commas, PlasticList's columns):
                  of one product with --product; --preview says what would change and writes
                  nothing; a correction of published results needs a --reason
  figures FILE    print every derived figure of a samples file, as TSV
  sensitivity FILE
                  print every product's levels under four rules for results below detection
  audit           compare Stripe, the ledger and the stored totals; exit 1 on any difference
  ledger check    prove that the books are right, and show day by day what is owed to products,
                  people and tests against what is at Stripe and in the bank; exit 1 where
                  something does not hold, or less is there than is owed
  migrate         bring the database up to date, as every start and command does that may
  reconcile       bring the books to what Stripe says, without trusting any webhook
  refund-unfunded [--yes CODE]
                  apply ${REFUND_RULE} now; where refunds are held for approval, it says how
                  much and the CODE that approves just those
  refund contribution ID --reason requested|duplicate|untestable|removed [--note TEXT]
  refund product CODE --reason removed|untestable [--note TEXT]
                  take a product off the list, and everything given to it back
  refund retry ID send a failed refund again
  refund requests list what contributors ask to have back
  refund grant ID [--note TEXT]
                  send back what a request asks for
  refund decline ID --note TEXT
                  leave it where it is; the note is mailed to the contributor
  reservations    list the checkouts that are neither paid nor ended
  reservations end ORDER --reason TEXT
                  end one now, at Stripe too; one that was paid in the meantime is recorded
  refunds [failed]
                  list what is owed back; exit 1 where a refund has failed
  unmatched list  list the money at Stripe that is unmatched (exit 1 if there is any), what each
                  can be, and what was allocated
  unmatched allocate ID refund|donation|loss|outside|SHARE --reason TEXT
                  [--reference TEXT --day 2026-11-21] [--anyway]
                  say what it is: ID is Stripe's, or a failed refund's; SHARE is what a refund was of;
                  outside Stripe it has a number of our bank's and a day
  unmatched undo ALLOCATION --reason TEXT
                  take that back
  disputes        list the disputes
  disputes ID     what is needed to answer one, as JSON
  testing         list the funded products and where their tests stand
  testing show CODE
                  a product's samples, steps and costs with their numbers, and its books
  testing begin CODE
                  testing begins though no purchase is noted: nothing is refunded any more
  testing buy CODE --shop TEXT --price 4.29 --receipt TEXT [--lot TEXT] [--day 2026-11-21] [--note TEXT]
                  a sample is bought; with the first one testing begins
  testing step CODE SAMPLE shipped|at-lab|results-in|checked|given-up [--day …] [--place TEXT] [--note TEXT]
                  what became of a sample; it is published with its results
  testing cost CODE laboratory|shipping|other --amount 1200.00 --payee TEXT --receipt TEXT [--day …]
                  an invoice or another cost is paid
  testing correct step|cost ID --reason TEXT [--day … --place … --lot … --note … --void |
                  --amount … --payee … --receipt …]
                  what is not given stays; --void says that it did not happen
  testing end CODE --reason TEXT
                  end a test without results once every sample is given up; the reason is public
  testing settle CODE
                  close the books of a test that is done: pass on what is left
  events [DAYS]   how often each analytics event came, by day; 14 days unless told
  admins          list the administrators
  admins add|remove EMAIL
                  put somebody on their list, or take them off it and sign them out
  admins link EMAIL
                  print a link that signs an administrator in: for ten minutes, once
  mail [ID|latest]
                  list the emails of a site without a mail server, the newest first, or print one
  mails [waiting] list emails that were given up (exit 1), or that are tried again
  mails retry ID  try an email that was given up for another day
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
      const { runAudit } = await import('./audit.ts');
      return withDatabase(() => runAudit(process.stdout, process.stderr));
    }
    case 'ledger': {
      const { runLedgerCheck } = await import('./ledger-check.ts');
      return rest[0] === 'check' ? withDatabase(() => runLedgerCheck(process.stdout)) : usage();
    }
    case 'migrate':
      return withDatabase(async () => 0);
    case 'reconcile': {
      const { runReconcile } = await import('./reconcile.ts');
      return withDatabase(() => runReconcile(process.stdout, process.stderr));
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
