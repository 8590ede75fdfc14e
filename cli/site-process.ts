import {
  gatherWithOthers,
  type FromProcess,
  type ProcessRole,
  type ToProcess,
} from '#app/platform/watch/processes.server.ts';
import { startDraining } from '#app/platform/watch/draining.server.ts';
import type { RunningSite } from '#app/server.ts';

/**
 * One of several processes: starts what its role says, and does what the first process tells it. It
 * ends with that one, however that ends.
 */
export async function runSiteProcess(role: ProcessRole): Promise<void> {
  // A terminal tells every process of the program; the first one decides when this one stops.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  gatherWithOthers();
  let running: RunningSite | undefined;
  process.on('message', (message: ToProcess) => {
    if (message === 'drain') startDraining();
    if (message === 'stop') void Promise.resolve(running?.stop()).then(() => process.exit(0));
  });
  try {
    const { startSite } = await import('#app/server.ts');
    running = await startSite(role);
    tell('ready');
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    tell({ failure: message, ...(code ? { code } : {}) }, () => process.exit(1));
  }
}

function tell(message: FromProcess, told?: () => void): void {
  process.send?.(message, undefined, undefined, told);
}
