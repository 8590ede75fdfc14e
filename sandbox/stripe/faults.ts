import type { Store } from './store.ts';

/**
 * What is made to go wrong on purpose. The one place for it: a new fault (a delay, another order,
 * a dropped webhook, a 429 or a timeout) becomes a field here, a setting in the store, and one
 * look at it where it bites: `planDeliveries` for webhooks, the router for answers.
 */
export type Faults = {
  /** How many extra times each new event is delivered, 0 to 10. */
  webhookDuplicates: number;
};

export function readFaults(store: Store): Faults {
  return { webhookDuplicates: store.setting('fault_webhook_duplicates') };
}

export function writeFaults(store: Store, faults: Faults): void {
  store.setSetting('fault_webhook_duplicates', faults.webhookDuplicates);
}
