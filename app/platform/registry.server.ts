import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What /metrics shows: whoever counts something registers it here. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

/* Of several processes the sum of their memories says nothing of any, and their starts have none. */
const memory: Gauge = new Gauge({
  name: 'openassay_process_memory_bytes',
  help: 'Resident memory of this process; of several, of the largest.',
  aggregator: 'max',
  registers: [],
  collect: (): void => memory.set(process.memoryUsage.rss()),
});
const started = new Gauge({
  name: 'openassay_started_timestamp_seconds',
  help: 'When this process was started; of several, the first.',
  aggregator: 'min',
  registers: [],
});
started.set(Math.floor(Date.now() / 1000 - process.uptime()));
registry.registerMetric(memory);
registry.registerMetric(started);
