import { REFUND_RULE } from '#app/kit/facts.ts';
import { testingCommands } from './testing-usage.ts';

/**
 * Every command: what it takes, and what it does. The first is also what a command line is held to
 * (`read-command.ts`): words in capitals and examples stand for a value, others are written as they
 * are, and what is in brackets may be left out.
 */
export const COMMANDS: readonly (readonly [takes: string, does: string])[] = [
  [
    'import FILE [--product CODE] [--preview] [--confirm] [--reason TEXT]',
    `publish a file of samples, as PlasticList or the template has it (text or .xlsx);
   use --product if the file is about one product; --preview shows what would
   change and what is to be confirmed and saves nothing; --confirm says that it was
   looked at; correcting published results needs a --reason`,
  ],
  ['figures FILE', 'print every derived figure of a samples file, as TSV'],
  ['sensitivity FILE', `print every product's levels under four rules for results below detection`],
  [
    'audit',
    `compare Stripe, the ledger and the stored totals, prove that the books are right,
   show what is owed to products, people and tests against what is at Stripe and in
   the bank, and compare results and tests with the log; exit 1 on any difference,
   or if there is less than is owed`,
  ],
  [
    'doctor',
    `say of database, settings, disk, backup, mail, Stripe, webhooks, jobs, and clock that
   all is well, what to do, or what is not set, in 20 seconds at most; exit 1 where
   something is wrong`,
  ],
  ['ledger check', 'the part of the audit that needs no Stripe: the books, and what is owed'],
  [
    'migrate [--one-way]',
    `bring the database up to date, as every start and every command does where it may;
   --one-way does it also where the version before could not run on it anymore`,
  ],
  [
    'move DATABASE_URL [DATABASE_OWNER_URL]',
    `copy the embedded database of a stopped site into an empty one of a PostgreSQL of yours,
   compare rows, sums, and the audit of both, and leave the old one as it was`,
  ],
  [
    'reconcile [--since 2026-11-21T15:04:05Z]',
    `bring the books to what Stripe says, without trusting any webhook, and back the
   paid orders that the database has lost, since the last time or that moment;
   exit 1 while any of it is left`,
  ],
  [
    'backup [DIR]',
    `back up the embedded database into DIR (BACKUP_DIR unless given), while the site
   runs or not, with the payment sandbox, photos, and the secrets in DATA_DIR; start
   a copy of the backup, check its books, and delete backups that are too old`,
  ],
  [
    'restore [DIR]',
    `make an empty DATA_DIR of the newest backup in DIR, or of the one that DIR names,
   and bring it to what Stripe says`,
  ],
  [
    'erase-again --since 2026-11-21T15:04:05Z',
    `after a PostgreSQL of your own was restored to that moment, and before the site
   starts: erase again whoever was erased since; restore does so by itself`,
  ],
  [
    'refund-unfunded [--yes APPROVAL]',
    `apply ${REFUND_RULE} now; if refunds are held for approval, it shows how
   much they are and the APPROVAL of exactly those`,
  ],
  ['refund contribution ID --reason requested|duplicate|untestable|removed [--note TEXT]', ''],
  [
    'refund product CODE --reason removed|untestable [--note TEXT]',
    'take a product off the list and refund everything given to it',
  ],
  [
    'refund retry ID [--anyway]',
    'send a failed refund again; --anyway though some of its payment was refunded at Stripe itself',
  ],
  [
    'refund paid ID --reference TEXT --reason TEXT [--day 2026-11-21] [--anyway]',
    `record that a failed refund was paid outside Stripe, by our bank's number, today or on
   that day; its payer is told, and it cannot be undone; --anyway as above`,
  ],
  ['refund requests', 'list the refunds that contributors have requested'],
  ['refund grant ID [--note TEXT]', 'grant a request and refund it'],
  ['refund decline ID --note TEXT', 'decline a request; the note is emailed to the contributor'],
  ['reservations', 'list the checkouts that are neither paid nor ended'],
  [
    'reservations end ORDER --reason TEXT',
    'end one now, at Stripe too; if it was paid in the meantime, it is recorded',
  ],
  ['refunds [failed]', 'list what is owed back; exit 1 if a refund has failed'],
  [
    'unmatched list',
    'list the money at Stripe that is unmatched, with its notes; exit 1 if there is any',
  ],
  ['unmatched note ID --text TEXT', 'note what is known of it, without names; ID is Stripe’s'],
  [
    'unmatched keep ID',
    `keep it: what arrived as a donation, what left as the project's loss, until Stripe
   refunds it or gets it back`,
  ],
  ['disputes', 'list the disputes, and by when to answer each at Stripe'],
  ['testing', 'list the funded products and where their tests stand'],
  [
    'testing show CODE',
    `show a product's samples, steps and costs with their numbers, and its books`,
  ],
  ...testingCommands(),
  [
    'release [--fewer-rows]',
    `write a release of the open data now, where anything differs from the last one;
   --fewer-rows makes one that was held back because a table has fewer rows`,
  ],
  [
    'log keys [export|rotate]',
    `show the log's key that anybody may know; export prints the secret one for a safe;
   rotate makes another one, in an entry that both sign`,
  ],
  [
    'log recover [FROM] [--anew REASON]',
    `bring back the entries that a restored database lacks, from a copy of the log's
   tiles (a folder or an address); --anew begins a new log where no copy is left`,
  ],
  [
    'log witness --log KEYS [--name NAME] [--state FILE] [--listen 127.0.0.1:8090]',
    `watch the logs of other sites: sign what continues what was seen, and refuse a fork;
   KEYS are theirs, comma-separated, and NAME is yours, such as witness.example.org`,
  ],
  ['events [DAYS]', 'count each analytics event by day, for the last 14 days by default'],
  ['admins', 'list the administrators'],
  ['admins add|remove EMAIL', 'add an administrator, or remove one and sign them out'],
  ['admins link EMAIL', 'print a link that signs an administrator in, once, within ten minutes'],
  [
    'mail [ID|latest]',
    'list the emails of a site without a mail server, the newest first, or print one',
  ],
  ['mails [waiting]', 'list undelivered emails (exit 1), or emails waiting for another try'],
  ['mails returned', 'list addresses that emails came back from, with what was not told'],
  ['mails retry ID', 'try an undelivered email again for another day'],
];

export const USAGE = `openassay COMMAND\n\n${usageOf(COMMANDS)}`;

/** Commands as the help shows them: what they do stands beside what they take, or below it. */
export function usageOf(commands: typeof COMMANDS): string {
  const inColumn = (text: string) => text.replaceAll(/\n\s*/g, `\n${' '.repeat(18)}`);
  return commands
    .map(([takes, does]) => {
      const between = takes.length < 16 ? ' '.repeat(16 - takes.length) : '\n';
      return `  ${inColumn(takes)}${does === '' ? '' : inColumn(`${between}${does}`)}\n`;
    })
    .join('');
}
