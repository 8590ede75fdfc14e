import { startServices, useServices, type Services } from './services.ts';
import { config } from '#app/config.ts';
import { present } from '#app/kit/assert.ts';
import { disconnect } from '#app/database/db.server.ts';
import { prepareDatabase, type SiteRole } from '#app/database/migrate.server.ts';

/** Brings the database of these services up to date; says what its role may do there. */
export function migrate({ ownerUrl }: Services, isOneWay = false): Promise<SiteRole> {
  const url = present(config().DATABASE_URL, 'DATABASE_URL');
  return prepareDatabase({ url, ownerUrl, isOneWay });
}

/**
 * Runs with the database and payment provider of the running site, or with our own meanwhile; `isStopped`
 * where no site may run, and then throws. Closes what it has opened.
 */
export async function onDatabase<Done>(
  work: (services: Services) => Promise<Done>,
  { isOneWay = false, isStopped = false } = {},
): Promise<Done> {
  const services = await (isStopped ? startServices() : useServices());
  try {
    await import('#app/webhooks.ts'); // names the kinds of orders: any command may come upon a payment
    await migrate(services, isOneWay);
    return await work(services);
  } finally {
    await disconnect();
    await services.stop();
  }
}
