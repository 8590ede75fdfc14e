import { config, hasUnnamedProxy, isLive } from '#app/config.ts';
import type { SiteRole } from '#app/database/migrate.server.ts';

/** What the start found besides its settings. */
export interface Found {
  isEmbedded: boolean;
  siteRole: SiteRole;
}

/** What whoever starts the site ought to mend, in lines for a terminal. */
export function startWarnings({ isEmbedded, siteRole }: Found): string[] {
  const { AUTH_SECRET, BACKUP_DIR, SMTP_URL } = config();
  const warnings: [boolean, string, string?][] = [
    [
      isEmbedded && isLive() && !BACKUP_DIR,
      'live payments on the embedded database, and no BACKUP_DIR. Set it (docs/backup.md),',
      'or DATABASE_URL to a PostgreSQL that is backed up.',
    ],
    [
      siteRole === 'owner',
      'DATABASE_URL names the owner of the tables, which nothing there can stop from',
      'changing the ledger. Two roles prevent that: docs/database-roles.md.',
    ],
    [
      !isEmbedded && !AUTH_SECRET,
      'AUTH_SECRET is not set. One was made in DATA_DIR: several processes need the',
      'same one, or administrators are signed in at one of them only.',
    ],
    [
      isLive() && !SMTP_URL,
      'live payments without SMTP_URL. Receipts wait a day and are then dropped.',
    ],
    [
      hasUnnamedProxy(),
      'SITE_URL is https, and TRUSTED_PROXIES does not name the proxy that speaks it:',
      'all visitors share the limits of one, who can use them up. See docs/limits.md.',
    ],
  ];
  return warnings.flatMap(([isSo, ...lines]) =>
    isSo ? [`  WARNING: ${lines.filter(Boolean).join('\n  ')}`] : [],
  );
}
