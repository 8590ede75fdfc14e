import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { misspelled } from './before-start.ts';
import { migrate } from './on-database.ts';
import { useServices } from './services.ts';
import { startWarnings } from './start-warnings.ts';
import { config, isLive } from '#app/config.ts';
import { backupAge } from '#app/database/backups/back-up.server.ts';
import { disconnect } from '#app/database/db.server.ts';
import { hasEmbeddedDatabase } from '#app/database/running-file.server.ts';
import type { SiteRole } from '#app/database/migrate.server.ts';
import { logWarning } from '#app/log/log-trouble.server.ts';
import { smtpOptions } from '#app/mail/mail-transport.server.ts';
import { errorLine } from '#app/platform/describe-error.ts';
import { clockTrouble } from '#app/stripe/clocks.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { webhookHeartbeat } from '#app/stripe/webhook-heartbeat.server.ts';
import { diskWarning } from '#app/monitoring/disk.server.ts';
import { workWarning } from '#app/monitoring/work-age.server.ts';
import { writeTrouble } from '#app/monitoring/write-probe.server.ts';
import { foodMetalLimits } from '#app/toxicology/metals/food-limits.ts';
import { intakeMetalLimits } from '#app/toxicology/metals/intake-limits.ts';

/**
 * Prints what a site stands on, a line each: yes, what to do about it, or what is not set. Beside a
 * running site or without one, within 20 seconds; 0 where nothing is wrong, else 1.
 */
export async function runDoctor(out: Writable): Promise<number> {
  const services = await useServices(); // which throws with all that is wrong of the settings
  let siteRole: SiteRole = 'owns-nothing';
  const database = once(async () => {
    siteRole = await migrate(services);
    return writeTrouble();
  });
  const after = (look: () => Promise<Found>) => async () => {
    await database().catch(() => undefined); // whose own line says what is wrong with it
    return look();
  };
  const checks: [what: string, look: () => Promise<Found>][] = [
    ['database', database],
    [
      'settings',
      after(async () => {
        const warnings = startWarnings({ isEmbedded: services.embedded !== undefined, siteRole });
        return [...misspelled(process.env), ...warnings].join(' ') || unsetSettings();
      }),
    ],
    ['disk', diskWarning],
    ['backup', backupTrouble],
    ['mail', mailTrouble],
    ['stripe', stripeTrouble],
    ['webhooks', after(async () => (await webhookHeartbeat()).warning)],
    ['jobs', after(workWarning)],
    ['log', after(logWarning)],
    ['clock', clockTrouble],
    ['limits', async () => limitsUnseen()],
  ];
  const asked = checks.map(([what, look]) => [what, lookInTime(look)] as const);
  let isWell = true;
  try {
    for (const [what, looking] of asked) {
      const found = await looking;
      const isUnset = typeof found === 'object' && found !== null;
      const trouble = isUnset ? found.notSet : found?.replaceAll(/\s+/g, ' ').trim();
      isWell &&= isUnset || !trouble;
      out.write(
        `${what.padEnd(10)}${isUnset ? '-    ' : trouble ? 'NO   ' : 'yes'}${trouble ?? ''}\n`,
      );
    }
  } finally {
    // A database that hangs may never say that it has let go.
    await lookInTime(async () => {
      await disconnect();
      await services.stop();
    }, CLOSED_WITHIN_MS);
  }
  return isWell ? 0 : 1;
}

/** What is wrong, or what is not set and so was not looked at; nothing where all is well. */
type Found = string | null | undefined | void | { notSet: string };

/** All are asked at once, and whoever runs this waits no longer than 20 seconds in all. */
const ANSWERED_WITHIN_MS = 15_000;
const CLOSED_WITHIN_MS = 3_000;

/** What a look finds, fails of, or that it found nothing in time. */
export async function lookInTime(
  look: () => Promise<Found>,
  ms = ANSWERED_WITHIN_MS,
): Promise<Exclude<Found, void>> {
  const late = sleep(ms, `No answer within ${ms / 1000} seconds.`, { ref: false });
  return (await Promise.race([look().catch(errorLine), late])) ?? null;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** What a site for everybody has, and may be missing where somebody only tries it. */
const EXPECTED = ['SITE_URL', 'ADMIN_EMAILS', 'SUPPORT_EMAIL', 'OPERATOR_NAME'] as const;

function limitsUnseen(): Found {
  const unseen = [...intakeMetalLimits, ...foodMetalLimits].filter(({ seen }) => seen === 'S');
  if (unseen.length === 0) return null;
  return { notSet: `limits of metals whose document was not seen: ${unseen.length}` };
}

function unsetSettings(): Found {
  const unset = EXPECTED.filter((name) => !config()[name]?.length);
  return unset.length > 0 ? { notSet: `not set: ${unset.join(', ')}` } : null;
}

async function backupTrouble(): Promise<Found> {
  const { BACKUP_DIR } = config();
  if (hasEmbeddedDatabase())
    return BACKUP_DIR ? backupAge()?.warning : { notSet: 'not set: BACKUP_DIR (docs/backup.md)' };
  return { notSet: 'not looked at: DATABASE_URL is backed up where it runs' };
}

async function stripeTrouble(): Promise<Found> {
  await stripe().events.list({ limit: 1 });
  const isSandbox = config().STRIPE_API_BASE !== undefined;
  return isSandbox ? { notSet: 'not set: STRIPE_SECRET_KEY; the payment sandbox answers' } : null;
}

async function mailTrouble(): Promise<Found> {
  if (!config().SMTP_URL)
    return isLive() ? 'Set SMTP_URL.' : { notSet: 'not set: SMTP_URL; emails stay here' };
  const transport = nodemailer.createTransport(smtpOptions());
  await transport.verify().finally(() => transport.close());
  return null;
}
