import { collectDefaultMetrics, Registry } from 'prom-client';

/** What /metrics shows: whoever counts something registers it here. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });
