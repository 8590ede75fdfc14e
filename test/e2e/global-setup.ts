import fs from 'node:fs';
import path from 'node:path';
import { prepareData, startProgram } from '#test/support/program.ts';
import { startTlsProxy } from '#test/support/tls-proxy.ts';
import { ADMINISTRATORS } from './administrators.ts';
import { APART } from './apart.ts';
import type { BehindTls } from './site.ts';

/**
 * One program for all visitors' tests, one behind TLS for administrators', who sign in there as they
 * will, and one apart; each test takes products of its own (`site.ts`).
 */
export default async function setup() {
  const removePrepared = await prepareData();
  const stops = await Promise.all([
    startVisitorsSite(),
    startAdministratorsSite(),
    startSiteApart(),
  ]);
  return async () => {
    for (const stop of stops) await stop();
    removePrepared();
  };
}

const forAll = {
  ADMIN_EMAILS: ADMINISTRATORS.join(','),
  // All tests come from one address.
  CHECKOUTS_TIMES: '1000',
};

/** Events are sent soon, so that a test that counts them need not wait. */
async function startVisitorsSite() {
  const { stop, ...addresses } = await startProgram({ ...forAll, ANALYTICS_FLUSH_SECONDS: '1' });
  fs.mkdirSync(path.join(addresses.dataDir, 'taken'));
  process.env.OPENASSAY_E2E = JSON.stringify(addresses);
  return stop;
}

async function startSiteApart() {
  const { stop, ...addresses } = await startProgram({ ...APART, ANALYTICS_FLUSH_SECONDS: '1' });
  process.env.OPENASSAY_E2E_APART = JSON.stringify(addresses);
  return stop;
}

async function startAdministratorsSite() {
  const proxy = await startTlsProxy();
  const { stop, ...addresses } = await startProgram({
    ...forAll,
    SITE_URL: proxy.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  proxy.serve([addresses.url]);
  fs.mkdirSync(path.join(addresses.dataDir, 'taken'));
  const site: BehindTls = { ...addresses, proxyUrl: proxy.url };
  process.env.OPENASSAY_E2E_TLS = JSON.stringify(site);
  return async () => {
    await proxy.close();
    await stop();
  };
}
