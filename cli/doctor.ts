import type { Writable } from 'node:stream';
import nodemailer from 'nodemailer';
import { useServices } from './services.ts';
import { startWarnings } from './start-warnings.ts';
import { config, isLive } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
import { backupAge } from '#app/database/backups/back-up.server.ts';
import { disconnect } from '#app/database/db.server.ts';
import { prepareDatabase, type SiteRole } from '#app/database/migrate.server.ts';
import { hasLocalOutbox, smtpOptions } from '#app/mail/mail-transport.server.ts';
import { errorLine } from '#app/platform/describe-error.ts';
import { clockTrouble } from '#app/stripe/clocks.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { webhookHeartbeat } from '#app/stripe/webhook-heartbeat.server.ts';
import { diskWarning } from '#app/watch/disk.server.ts';
import { workWarning } from '#app/watch/work-age.server.ts';
import { writeTrouble } from '#app/watch/write-probe.server.ts';

/**
 * Prints what a site stands on, a line each: yes, or what to do about it. Beside a running site or
 * without one; 0 where all is well, else 1.
 */
export async function runDoctor(out: Writable): Promise<number> {
  const services = await useServices(); // which throws with all that is wrong of the settings
  const { ownerUrl, embedded } = services;
  let siteRole: SiteRole = 'owns-nothing';
  const checks: [what: string, look: () => Promise<string | null | undefined>][] = [
    [
      'database',
      async () => {
        const url = present(config().DATABASE_URL, 'DATABASE_URL');
        siteRole = await prepareDatabase({ url, ownerUrl });
        return writeTrouble();
      },
    ],
    [
      'settings',
      async () => startWarnings({ isEmbedded: embedded !== undefined, siteRole }).join(' '),
    ],
    ['disk', diskWarning],
    ['backup', async () => backupAge()?.warning],
    ['mail', mailTrouble],
    ['stripe', async () => void (await stripe().events.list({ limit: 1 }))],
    ['webhooks', async () => (await webhookHeartbeat()).warning],
    ['jobs', workWarning],
    ['clock', clockTrouble],
  ];
  let isWell = true;
  try {
    for (const [what, look] of checks) {
      const trouble = (await look().catch(errorLine))?.replaceAll(/\s+/g, ' ').trim();
      isWell &&= !trouble;
      out.write(`${what.padEnd(10)}${trouble ? `NO   ${trouble}` : 'yes'}\n`);
    }
  } finally {
    await disconnect();
    await services.stop();
  }
  return isWell ? 0 : 1;
}

async function mailTrouble(): Promise<string | null> {
  if (hasLocalOutbox()) return null;
  if (!config().SMTP_URL) return isLive() ? 'Set SMTP_URL.' : null;
  const transport = nodemailer.createTransport(smtpOptions());
  await transport.verify().finally(() => transport.close());
  return null;
}
