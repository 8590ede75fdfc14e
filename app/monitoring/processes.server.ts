import cluster from 'node:cluster';
import { on } from 'node:events';
import { registry } from '#app/platform/registry.server.ts';

/** What a process of several does: it serves pages, or it runs jobs. */
export type ProcessRole = 'pages' | 'jobs';

/** What all processes of this program count, in Prometheus' text format; throws where the first is silent. */
export async function metricsOfAll(): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  process.send?.('metrics', () => {}); // one that drains cannot ask
  for await (const [text] of on(process, 'message', { signal: AbortSignal.timeout(6_000) })) {
    if (typeof text?.metrics === 'string') return text.metrics;
  }
  return '';
}
