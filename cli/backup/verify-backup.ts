import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { logFolder, noteVerified, type Backup } from './place.ts';
import { megabytes, recover } from './recover.ts';
import type { BackupKey } from './sealed-file.ts';
import { outsidePhotos } from '#app/catalogue/images/stored-photos.server.ts';
import { configure } from '#app/config.ts';
import { counted } from '#app/kit/text.ts';
import { formatCents } from '#app/kit/money.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db, disconnect, pool } from '#app/platform/database/db.server.ts';
import { prepareDatabase } from '#app/platform/database/migrate.server.ts';
import { versionOf } from '#app/platform/images/take-in-image.server.ts';
import { sql } from 'drizzle-orm';

/**
 * Restores a backup and its log into a temporary folder, and checks the books as of its last moment:
 * what was paid, refunded and disputed, the ledger, and the stored totals against each other. Stripe,
 * which has gone on, is not asked. The copy runs no job, serves nobody, and has no key and no mail
 * server. 0 where all holds, else 1; throws where it cannot be restored.
 */
export async function verifyBackup(
  backup: Backup,
  key: BackupKey | undefined,
  out: Writable,
  progress: (line: string) => void,
): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-verify-'));
  // Started as root, the database runs as another user, who has to get in.
  chmodSync(folder, 0o711);
  const { BACKUP_DIR: _, ...env } = process.env;
  try {
    const { postgres, mark } = await recover({
      backup,
      key,
      home: path.join(folder, 'postgres'),
      dataDir: path.join(folder, 'data'),
      until: undefined,
      isKept: false,
      archive: false,
      progress,
    });
    try {
      configure({
        ...kept(env),
        DATABASE_URL: postgres.url,
        DATA_DIR: path.join(folder, 'data'),
      });
      // As the start of the site that is restored would do.
      await prepareDatabase({ url: postgres.url, ownerUrl: postgres.ownerUrl });
      const problems = await checkLedger();
      for (const { rule, found } of problems) out.write(`${rule}: ${JSON.stringify(found)}\n`);
      out.write(await accountOf(backup, mark));
      const isWhole = await photosAreWhole(path.join(folder, 'data'), out);
      if (problems.length > 0) {
        out.write(`${counted(problems.length, 'problem')}: the books in it are not right.\n`);
        return 1;
      }
      if (!isWhole) return 1;
      const verifiedAt = new Date().toISOString();
      noteVerified(backup.place, { backup: backup.name, mark: mark.toISOString(), verifiedAt });
      out.write('The books in it are right.\n');
      return 0;
    } finally {
      await letGo();
      await postgres.stop();
    }
  } finally {
    configure(process.env);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Says how many photos of the object store are in it, and whether each is the one that was uploaded. */
async function photosAreWhole(dataDir: string, out: Writable): Promise<boolean> {
  const outside = await outsidePhotos();
  if (outside.length === 0) return true;
  const kept = outside.filter(({ objectKey }) => existsSync(path.join(dataDir, objectKey)));
  const broken = kept.filter(
    ({ objectKey, version }) => versionOf(readFileSync(path.join(dataDir, objectKey))) !== version,
  );
  out.write(
    `photos    ${counted(outside.length, 'photo')} in the object store, ${kept.length} of them in the backup\n`,
  );
  for (const { objectKey } of broken) out.write(`${objectKey} is another picture.\n`);
  return broken.length === 0;
}

/** Ends the connections and waits until they have: stopping, PostgreSQL would cut them off. */
async function letGo(): Promise<void> {
  const closing = pool();
  let left = closing.totalCount;
  const gone = new Promise<void>((resolve) => {
    closing.on('remove', () => (left -= 1) === 0 && resolve());
    if (left === 0) resolve();
  });
  await disconnect();
  await gone;
}

/** Of the environment what names nobody and reaches nothing. */
function kept(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['NODE_ENV', 'LOG_LEVEL', 'SITE_NAME', 'SITE_TAGLINE'];
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}

/** What is in it, how large it is, and how old. */
async function accountOf(backup: Backup, mark: Date): Promise<string> {
  const { rows } = await db().execute<Record<string, string | number | null>>(sql`
    select (select count(*)::int from orders where status = 'paid') as paid,
      (select coalesce(sum(raised_cents), 0)::float8 from products where not is_demo) as raised,
      (select -coalesce(sum(amount_cents), 0)::float8 from ledger_entries where account = 'stripe') as stripe,
      (select to_char(max(paid_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') from orders) as last`);
  const { paid, raised, stripe, last } = rows[0] ?? {};
  const minutes = Math.max(0, Math.round((Date.now() - mark.getTime()) / 60_000));
  const age =
    minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour');
  const log = logSize(backup.place);
  return [
    `backup    ${backup.folder}${backup.isEncrypted ? ', encrypted' : ''}`,
    `size      ${megabytes(backup.base.bytes)}, ${megabytes(backup.bytes)} unpacked; ${counted(log.files, 'file')} of log, ${megabytes(log.bytes)}`,
    `reaches   ${mark.toISOString()}, ${age} ago`,
    `payments  ${Number(paid).toLocaleString('en-US')}${last ? `, the last at ${last} UTC` : ''}`,
    `raised    ${formatCents(Number(raised))} for products; ${formatCents(Number(stripe))} at Stripe by the books`,
    '',
  ].join('\n');
}

function logSize(place: string): { files: number; bytes: number } {
  try {
    const names = readdirSync(logFolder(place));
    const sizes = names.map((name) => statSync(path.join(logFolder(place), name)).size);
    return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } catch {
    return { files: 0, bytes: 0 };
  }
}
