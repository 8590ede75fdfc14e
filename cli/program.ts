import { runSiteProcess } from './processes.ts';
import { startServices } from './services.ts';
import { config } from '#app/config.ts';

/** The entry of what is compiled: the whole program, or, with a role, one of its processes. */
export async function runProgram(role?: string): Promise<void> {
  if (role === 'pages' || role === 'jobs') return runSiteProcess(role);
  const [services, { runSite }] = await Promise.all([
    startServices(),
    // Read while the database and the sandbox start.
    import('./run-site.ts'),
    config().PROCESSES === 1 ? import('#app/server.ts') : undefined,
  ]);
  await runSite(services);
}
