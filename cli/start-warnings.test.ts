import { afterEach, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { startWarnings, type Found } from './start-warnings.ts';

afterEach(() => configure({ NODE_ENV: 'test' }));

const FINE: Found = { isEmbedded: false, siteRole: 'owns-nothing' };
const SETTINGS = {
  NODE_ENV: 'test',
  AUTH_SECRET: 'a secret that is long enough for a test',
  SMTP_URL: 'smtp://mail.example.org',
  DATABASE_URL: 'postgres://127.0.0.1/x',
};
const PUBLIC = { SITE_URL: 'https://assay.example' };
const LIVE = {
  ...PUBLIC,
  TRUSTED_PROXIES: '127.0.0.1',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  OPERATOR_NAME: 'Assay Foundation',
  OPERATOR_ADDRESS: '1 Main Street',
  SUPPORT_EMAIL: 'help@assay.example',
};

it('a start where all is as it should be warns of nothing', () => {
  configure(SETTINGS);
  expect(startWarnings(FINE)).toEqual([]);
});

it.each<[string, Partial<Found>, Record<string, string | undefined>, RegExp]>([
  ['one database role has everything', { siteRole: 'owner' }, {}, /owner of the tables.*-roles/s],
  ['live payments are on the embedded database', { isEmbedded: true }, LIVE, /no BACKUP_DIR/],
  ['live payments have no mail server', {}, { ...LIVE, SMTP_URL: undefined }, /without SMTP_URL/],
  ['each process would make its secret', {}, { AUTH_SECRET: undefined }, /AUTH_SECRET is not set/],
  ['all visitors would share one’s limits', {}, PUBLIC, /does not name the proxy/],
])('the start warns, of that alone, where %s', (_, found, more, sentence) => {
  configure({ ...SETTINGS, ...more });
  const warnings = startWarnings({ ...FINE, ...found });
  expect(warnings).toEqual([expect.stringMatching(sentence)]);
  for (const line of warnings.join('\n').split('\n')) expect(line.length).toBeLessThan(100);
});
