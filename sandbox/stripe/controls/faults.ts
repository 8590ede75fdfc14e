import { createHash } from 'node:crypto';
import type { Outcome } from '#sandbox/stripe/objects.ts';
import type { Store } from '#sandbox/stripe/store.ts';

/**
 * What is made to go wrong on purpose, all in one place. Webhook faults bite in `planDeliveries`,
 * API faults in the router; the controls set them, and each time one strikes it is counted.
 */
export type WebhookFaults = {
  /** How many extra times each new event is delivered, 0 to 10. */
  duplicate: number;
  /** Share of deliveries that are lost for good, 0 to 100. */
  drop_percent: number;
  /** A delivery waits so long, drawn from the range, in milliseconds. */
  delay_ms: [min: number, max: number];
  /** Only deliveries of these types wait so; all where it is empty. */
  delay_types?: string[];
  /** Events that arise within moments of each other go out in another order. */
  reorder: boolean;
  /** As if the receiver had been out of reach for longer than events are retried. */
  down: boolean;
  /** Nothing is sent for the time being. */
  pause: boolean;
};

/** Which calls of the API a fault strikes: each, a share, or the next so many. */
export type Aim = {
  percent?: number;
  next?: number;
  /** Only paths that contain this, and only this method. */
  path?: string;
  method?: string;
};

export type ApiFaults = {
  /**
   * Answered with this status, and not executed. `stored`: it had begun to run, so that the same
   * answer is given to its idempotency key for a day.
   */
  fail?: Aim & { status: 429 | 500 | 503; stored?: boolean };
  /** Never answered: the connection is cut after so many milliseconds. */
  hang?: Aim & { executed: boolean; ms: number };
  /** Executed at once and answered after so many milliseconds. */
  late?: Aim & { ms: number };
};

/** How a refund begins, and what follows by the clock; without `later` it stays until it is told. */
export type RefundCourse = { status: 'succeeded' | 'pending'; later?: Outcome };

type Faults = {
  webhooks: WebhookFaults;
  api: ApiFaults;
  /** What becomes of the next so many refunds. */
  refunds?: RefundCourse & { next: number };
  seed: number;
};

const NO_FAULTS: Faults = {
  webhooks: {
    duplicate: 0,
    drop_percent: 0,
    delay_ms: [0, 0],
    reorder: false,
    down: false,
    pause: false,
  },
  api: {},
  seed: 0,
};

export function readFaults(store: Store): Faults {
  const row = store.one<{ json: string }>("SELECT json FROM faults WHERE name = 'all'");
  return row ? (JSON.parse(row.json) as Faults) : structuredClone(NO_FAULTS);
}

export function writeFaults(store: Store, faults: Faults): void {
  const sql = "INSERT OR REPLACE INTO faults (name, json) VALUES ('all', ?)";
  store.run(sql, JSON.stringify(faults));
}

/** The kinds of faults, as they are counted. */
const FAULT_KINDS = [
  'duplicated',
  'dropped',
  'delayed',
  'reordered',
  'down',
  'paused',
  'failed_429',
  'failed_5xx',
  'hung_executed',
  'hung_unexecuted',
  'late',
] as const;

type FaultKind = (typeof FAULT_KINDS)[number];

export function countFault(store: Store, kind: FaultKind): void {
  store.setSetting(`fired_${kind}`, store.setting(`fired_${kind}`) + 1);
}

/** How often each kind has struck. */
export function firedFaults(store: Store): Record<FaultKind, number> {
  const entries = FAULT_KINDS.map((kind) => [kind, store.setting(`fired_${kind}`)]);
  return Object.fromEntries(entries) as Record<FaultKind, number>;
}

/** A number from 0 to 1 that follows from the seed and a text: the same each time. */
function chance(seed: number, of: string): number {
  return createHash('sha256').update(`${seed}:${of}`).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * Draws by lot, as `chance` does, for the next of its kind: the third event of a type meets what
 * the third one met in another run of the same seed, whose ids are others.
 */
export function nextLot(store: Store, seed: number, kind: string): (of: string) => number {
  const name = `drawn_${kind}`;
  const number = store.setting(name) + 1;
  store.setSetting(name, number);
  return (of) => chance(seed, `${kind}:${number}:${of}`);
}

/** Counts the draws from the first again, as is due to a seed that is set anew. */
export function restartLots(store: Store): void {
  store.run("DELETE FROM settings WHERE name GLOB 'drawn_*'");
}

/** Whether an aim strikes this call; a fault for the next so many calls uses one up. */
export function strikes(
  store: Store,
  faults: Faults,
  name: keyof ApiFaults,
  method: string,
  path: string,
): boolean {
  const aim = faults.api[name];
  if (!aim || (aim.path && !path.includes(aim.path))) return false;
  if (aim.method && aim.method !== method) return false;
  if (aim.next !== undefined) {
    if (aim.next <= 0) return false;
    aim.next -= 1;
    writeFaults(store, faults);
    return true;
  }
  return nextLot(store, faults.seed, name)('strike') * 100 < (aim.percent ?? 100);
}
