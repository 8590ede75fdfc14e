import { REFUND_RULE } from '#app/kit/facts.ts';
import { CONTRIBUTION_REASONS, PRODUCT_REASONS } from '#app/funding/transfers/refund-reasons.ts';
import * as is from './command.ts';
import { command, oneOf, optional, text, type CommandRecord } from './command.ts';
import { testingCommands } from './testing-commands.ts';

const NO_DIR = 'Name a DIR, or set BACKUP_DIR.';

/** Every command, each once: what it is called, takes, and does, in the order of the help. */
export const COMMANDS: readonly CommandRecord[] = [
  command({
    words: 'import',
    args: { file: is.FILE },
    options: {
      product: optional(is.CODE),
      preview: is.FLAG,
      confirm: is.FLAG,
      reason: optional(is.TEXT),
    },
    does: `publish a file of samples, as PlasticList or the template has it (text or .xlsx);
      use --product if the file is about one product; --preview shows what would
      change and what is to be confirmed and saves nothing; --confirm says that it was
      looked at; correcting published results needs a --reason`,
    run: async (given, streams) => (await import('#cli/import.ts')).runImport(given, streams),
  }),
  command({
    words: 'figures',
    args: { file: is.FILE },
    does: 'print every derived figure of a samples file, as TSV',
    isAlone: true,
    run: async ({ file }, streams) =>
      (await import('#cli/figures.ts')).runFigures('figures', file, streams),
  }),
  command({
    words: 'sensitivity',
    args: { file: is.FILE },
    does: `print every product's levels under four rules for results below detection`,
    isAlone: true,
    run: async ({ file }, streams) =>
      (await import('#cli/figures.ts')).runFigures('sensitivity', file, streams),
  }),
  command({
    words: 'audit',
    does: `compare Stripe, the ledger and the stored totals, prove that the books are right,
      show what is owed to products, people and tests against what is at Stripe and in
      the bank, and compare results and tests with the log; exit 1 on any difference,
      or if there is less than is owed`,
    run: async (_, { out, err }) => (await import('#cli/audit.ts')).printAudit(out, err),
  }),
  command({
    words: 'doctor',
    does: `say of database, settings, disk, backup, mail, Stripe, webhooks, jobs, clock, and limits that
      all is well, what to do, or what is not set, in 20 seconds at most; exit 1 where
      something is wrong`,
    isAlone: true,
    run: async (_, { out }) => (await import('#cli/doctor.ts')).runDoctor(out),
  }),
  command({
    words: 'ledger check',
    does: 'the part of the audit that needs no Stripe: the books, and what is owed',
    run: async (_, { out }) => (await import('#cli/audit.ts')).runLedgerCheck(out),
  }),
  command({
    words: 'migrate',
    options: { oneWay: is.FLAG },
    does: `bring the database up to date, as every start and every command does where it may;
      --one-way does it also where the version before could not run on it anymore`,
    isAlone: true,
    run: async ({ oneWay }) =>
      (await import('#cli/on-database.ts')).onDatabase(async () => 0, { isOneWay: oneWay }),
  }),
  command({
    words: 'move',
    args: { url: is.DATABASE_URL, ownerUrl: optional(text('DATABASE_OWNER_URL')) },
    does: `copy the embedded database of a stopped site into an empty one of a PostgreSQL of yours,
      compare rows, sums, and the audit of both, and leave the old one as it was`,
    isAlone: true,
    run: async ({ url, ownerUrl }, streams) =>
      (await import('#cli/move/move.ts')).runMove(url, ownerUrl, streams),
  }),
  command({
    words: 'reconcile',
    options: { since: optional(is.MOMENT) },
    does: `bring the books to what Stripe says, without trusting any webhook, and back the
      paid orders that the database has lost, since the last time or that moment;
      exit 1 while any of it is left`,
    run: async ({ since }, { out, err }) =>
      (await import('#cli/reconcile.ts')).runReconcile(out, err, since),
  }),
  command({
    words: 'backup',
    args: { dir: optional(is.DIR) },
    does: `back up the embedded database into DIR (BACKUP_DIR unless given), while the site
      runs or not, with the payment sandbox, photos, and the secrets in DATA_DIR; start
      a copy of the backup, check its books, and delete backups that are too old`,
    isAlone: true,
    async run({ dir = process.env.BACKUP_DIR }, { out }) {
      const { runBackup } = await import('#cli/backup/take-backup.ts');
      return dir ? runBackup(dir, out) : NO_DIR;
    },
  }),
  command({
    words: 'restore',
    args: { dir: optional(is.DIR) },
    does: `make an empty DATA_DIR of the newest backup in DIR, or of the one that DIR names,
      and bring it to what Stripe says`,
    isAlone: true,
    async run({ dir = process.env.BACKUP_DIR }, { out }) {
      const { runRestore } = await import('#cli/backup/restore.ts');
      return dir ? runRestore(dir, out) : NO_DIR;
    },
  }),
  command({
    words: 'erase-again',
    options: { since: is.MOMENT },
    does: `after a PostgreSQL of your own was restored to that moment, and before the site
      starts: erase again whoever was erased since; restore does so by itself`,
    async run({ since }, { out }) {
      const { eraseAgain } = await import('#cli/backup/erase-again.ts');
      out.write(await eraseAgain(since));
      return 0;
    },
  }),
  command({
    words: 'refund-unfunded',
    options: { yes: optional(text('APPROVAL')) },
    does: `apply ${REFUND_RULE} now; if refunds are held for approval, it shows how
      much they are and the APPROVAL of exactly those`,
    run: async ({ yes }, { out, err }) =>
      (await import('#cli/reconcile.ts')).runRefundUnfunded(out, err, yes),
  }),
  command({
    words: 'refund contribution',
    args: { id: is.ID },
    options: { reason: oneOf(...CONTRIBUTION_REASONS), note: optional(is.TEXT) },
    does: '',
    run: async ({ id, reason, note = '' }, { out }) =>
      (await import('#cli/refund.ts')).refundOne(id, reason, note, out),
  }),
  command({
    words: 'refund product',
    args: { code: is.CODE },
    options: { reason: oneOf(...PRODUCT_REASONS), note: optional(is.TEXT) },
    does: 'take a product off the list and refund everything given to it',
    run: async ({ code, reason, note = '' }, streams) =>
      (await import('#cli/refund.ts')).refundAll(code, reason, note, streams),
  }),
  command({
    words: 'refund retry',
    args: { id: is.ID },
    options: { anyway: is.FLAG },
    does: 'send a failed refund again; --anyway though some of its payment was refunded at Stripe itself',
    run: async ({ id, anyway }, { out }) =>
      (await import('#cli/refund.ts')).sendAgain(id, anyway, out),
  }),
  command({
    words: 'refund paid',
    args: { id: is.ID },
    options: {
      reference: is.TEXT,
      reason: is.TEXT,
      day: optional(text('2026-11-21')),
      anyway: is.FLAG,
    },
    does: `record that a failed refund was paid outside Stripe, by our bank's number, today or on
      that day; its payer is told, and it cannot be undone; --anyway as above`,
    run: async (given, { out }) => (await import('#cli/refund.ts')).notePaidOutside(given, out),
  }),
  command({
    words: 'refund requests',
    does: 'list the refunds that contributors have requested',
    run: async (_, { out }) => (await import('#cli/refund.ts')).listRequests(out),
  }),
  command({
    words: 'refund grant',
    args: { id: is.ID },
    options: { note: optional(is.TEXT) },
    does: 'grant a request and refund it',
    run: async ({ id, note = '' }, { out }) =>
      (await import('#cli/refund.ts')).grantAsked(id, note, out),
  }),
  command({
    words: 'refund decline',
    args: { id: is.ID },
    options: { note: is.TEXT },
    does: 'decline a request; the note is emailed to the contributor',
    run: async ({ id, note }, { out }) =>
      (await import('#cli/refund.ts')).declineAsked(id, note, out),
  }),
  command({
    words: 'reservations',
    does: 'list the checkouts that are neither paid nor ended',
    run: async (_, { out }) => (await import('#cli/reservations.ts')).printReservations(out),
  }),
  command({
    words: 'reservations end',
    args: { order: text('ORDER') },
    options: { reason: is.TEXT },
    does: 'end one now, at Stripe too; if it was paid in the meantime, it is recorded',
    run: async ({ order, reason }, { out }) =>
      (await import('#cli/reservations.ts')).endOne(order, reason, out),
  }),
  command({
    words: 'refunds',
    args: { which: optional(oneOf('failed')) },
    does: 'list what is owed back; exit 1 if a refund has failed',
    run: async ({ which }, { out }) => (await import('#cli/refund.ts')).listRefunds(which, out),
  }),
  command({
    words: 'unmatched list',
    does: 'list the money at Stripe that is unmatched, with its notes; exit 1 if there is any',
    run: async (_, { out }) => (await import('#cli/unmatched.ts')).printUnmatched(out),
  }),
  command({
    words: 'unmatched note',
    args: { id: is.ID },
    options: { text: is.TEXT },
    does: 'note what is known of it, without names; ID is Stripe’s',
    run: async (given, { out }) => (await import('#cli/unmatched.ts')).noteOne(given, out),
  }),
  command({
    words: 'unmatched keep',
    args: { id: is.ID },
    does: `keep it: what arrived as a donation, what left as the project's loss, until Stripe
      refunds it or gets it back`,
    run: async (given, { out }) => (await import('#cli/unmatched.ts')).keepOne(given, out),
  }),
  command({
    words: 'disputes',
    does: 'list the disputes, and by when to answer each at Stripe',
    run: async (_, { out }) => (await import('#cli/disputes.ts')).runDisputes(out),
  }),
  command({
    words: 'testing',
    does: 'list the funded products and where their tests stand',
    run: async (_, { out }) => (await import('#cli/testing.ts')).printTests(out),
  }),
  command({
    words: 'testing show',
    args: { code: is.CODE },
    does: `show a product's samples, steps and costs with their numbers, and its books`,
    run: async ({ code }, { out }) => (await import('#cli/testing.ts')).printTest(code, out),
  }),
  ...testingCommands(),
  command({
    words: 'release',
    options: { fewerRows: is.FLAG },
    does: `write a release of the open data now, where anything differs from the last one;
      --fewer-rows makes one that was held back because a table has fewer rows`,
    run: async ({ fewerRows }, { out }) =>
      (await import('#cli/release-data.ts')).runRelease(fewerRows, out),
  }),
  command({
    words: 'log keys',
    args: { how: optional(oneOf('export', 'rotate')) },
    does: `show the log's key that anybody may know; export prints the secret one for a safe;
      rotate makes another one, in an entry that both sign`,
    run: async ({ how }, { out }) => (await import('#cli/log.ts')).runKeys(how, out),
  }),
  command({
    words: 'log recover',
    args: { from: optional(text('FROM')) },
    options: { anew: optional(text('REASON')) },
    does: `bring back the entries that a restored database lacks, from a copy of the log's
      tiles (a folder or an address); --anew begins a new log where no copy is left`,
    run: async (given, { out }) => (await import('#cli/log.ts')).recoverLog(given, out),
  }),
  command({
    words: 'log witness',
    options: {
      log: text('KEYS'),
      name: optional(text('NAME')),
      state: optional(is.FILE),
      listen: optional(text('127.0.0.1:8090')),
    },
    does: `watch the logs of other sites: sign what continues what was seen, and refuse a fork;
      KEYS are theirs, comma-separated, and NAME is yours, such as witness.example.org`,
    isAlone: true,
    async run(given, { out }) {
      await (await import('#cli/log.ts')).startWitness(given, out);
      return new Promise(() => {}); // until it is stopped
    },
  }),
  command({
    words: 'events',
    args: { days: optional(is.DAYS) },
    does: 'count each analytics event by day, for the last 14 days by default',
    run: async ({ days }, { out }) => (await import('#cli/events.ts')).runEvents(days, out),
  }),
  command({
    words: 'admins',
    does: 'list the administrators',
    run: async (_, { out }) => (await import('#cli/admins.ts')).printAdmins(out),
  }),
  command({
    words: 'admins',
    args: { change: oneOf('add', 'remove'), email: is.EMAIL },
    does: 'add an administrator, or remove one and sign them out',
    run: async ({ change, email }, { out }) =>
      (await import('#cli/admins.ts')).changeAdmins(change, email, out),
  }),
  command({
    words: 'admins link',
    args: { email: is.EMAIL },
    does: 'print a link that signs an administrator in, once, within ten minutes',
    run: async ({ email }, { out }) => (await import('#cli/admins.ts')).printSignInLink(email, out),
  }),
  command({
    words: 'mail',
    args: { which: optional(text('ID|latest')) },
    does: 'list the emails of a site without a mail server, the newest first, or print one',
    run: async ({ which }, { out }) => (await import('#cli/outbox.ts')).runOutbox(which, out),
  }),
  command({
    words: 'mails',
    args: { which: optional(oneOf('waiting')) },
    does: 'list undelivered emails (exit 1), or emails waiting for another try',
    run: async ({ which }, { out }) => (await import('#cli/mails.ts')).printStuck(which, out),
  }),
  command({
    words: 'mails returned',
    does: 'list addresses that emails came back from, with what was not told',
    run: async (_, { out }) => (await import('#cli/mails.ts')).printReturned(out),
  }),
  command({
    words: 'mails retry',
    args: { id: is.ID },
    does: 'try an undelivered email again for another day',
    run: async ({ id }, { out }) => (await import('#cli/mails.ts')).tryAgain(id, out),
  }),
];
