import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { SandboxProcess } from './sandbox-process.ts';

/** What goes wrong at Stripe for a while, in the words of the sandbox's controls. */
export interface Weather {
  forMs: number;
  webhooks: {
    duplicate: number;
    drop_percent: number;
    delay_ms: [min: number, max: number];
    /** Only what these types tell of waits so; all where it is empty. */
    delay_types: string[];
    reorder: boolean;
    down: boolean;
    pause: boolean;
  };
  api: {
    /** `stored`: a 500 that its idempotency key goes on answering for a day. */
    fail: { status: 429 | 500 | 503; percent: number; stored?: boolean };
    /** The connection is cut after a while: done all the same, or not. */
    hang: Aim & { executed: boolean; ms: number };
    late: Aim & { ms: number };
  };
  /** Cents that refunds can be paid from; null: enough. */
  balance: number | null;
  /**
   * Seconds by which the provider's clock is ahead of the site's, or below zero behind; beyond five
   * minutes no refund is sent.
   */
  skewS: number;
  /** Seconds after which a charge has its balance transaction, and so its fee. */
  lateFeeS: number;
}

/** Which calls are struck, and how many of a hundred. */
interface Aim {
  percent: number;
  method?: string;
  path?: string;
}

/** How often each kind of fault has struck, as the sandbox counts it. */
export type Faults = Record<string, number>;

/** Every kind that has to strike at least once in a run. */
export const FAULT_KINDS = [
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
];

const TOLD_OF_PAYMENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'invoice.paid',
];

/** One stretch of weather. Each kind comes by turns, so that even a short run has them all. */
export function makeWeather(random: Random, at: number): Weather {
  const between = (min: number, max: number) => random.integer(min, max);
  const delays: [number, number][] = [
    [0, 0],
    [0, 500],
    [200, 2_500],
  ];
  // Most where it would hurt most: a refund or a session that is made and not heard of.
  const aims: Aim[] = [
    { percent: between(1, 3) },
    { percent: 60, method: 'POST', path: '/refunds' },
    { percent: between(10, 25), method: 'POST', path: '/checkout/sessions' },
  ];
  // What follows from a payment is told of before the payment is.
  const isEarly = at % 5 === 0;
  return {
    forMs: between(900, 2_000),
    webhooks: {
      duplicate: [0, 1, 0, 2][at % 4]!,
      drop_percent: between(5, 20),
      delay_ms: isEarly ? [1_500, 4_000] : delays[at % 3]!,
      delay_types: isEarly ? TOLD_OF_PAYMENTS : [],
      reorder: at % 2 === 1,
      down: !isEarly && (at % 9 === 4 || at % 9 === 5),
      pause: at % 5 === 3,
    },
    api: {
      fail: {
        status: ([429, 500, 503] as const)[at % 3]!,
        percent: at % 7 === 5 ? 60 : between(2, 5),
        ...(at % 3 === 1 && at % 2 === 0 ? { stored: true } : {}),
      },
      hang: { ...aims[at % 3]!, executed: at % 2 === 0, ms: between(200, 1_500) },
      late: { percent: between(1, 4), ms: between(200, 3_000) },
    },
    balance: at % 8 === 6 ? between(0, 20_000) : null,
    skewS: skew(at, between),
    lateFeeS: at % 4 === 2 ? between(1, 60) : 0,
  };
}

/** Now ahead and now behind, mostly by minutes that do not matter, now and then by more. */
function skew(at: number, between: (min: number, max: number) => number): number {
  if (at % 12 === 5) return between(360, 900);
  if (at % 12 === 10) return -between(360, 900);
  return at % 2 === 0 ? between(1, 50) : between(-240, -1);
}

/** Lets the plan's weather pass over the sandbox, again from the start once it is through. */
export async function letItStorm(
  sandbox: SandboxProcess,
  weathers: Weather[],
  isOver: () => boolean,
  isCalm: () => boolean,
): Promise<void> {
  for (let at = 0; !isOver(); at += 1) {
    while (isCalm()) await sleep(50);
    const { forMs, webhooks, api, balance, skewS, lateFeeS } = weathers[at % weathers.length]!;
    await sandbox.control('webhooks', webhooks);
    await sandbox.control('faults', api);
    await sandbox.control('balance', { available: balance });
    await sandbox.control('late_transactions', { seconds: lateFeeS });
    await sandbox.skew(skewS);
    await sleep(forMs);
  }
}

/** Ends all that goes wrong. */
export async function clearUp(sandbox: SandboxProcess): Promise<void> {
  await sandbox.control('webhooks', {
    duplicate: 0,
    drop_percent: 0,
    delay_ms: [0, 0],
    delay_types: [],
    reorder: false,
    down: false,
    pause: false,
  });
  await sandbox.control('faults', { fail: null, hang: null, late: null });
  await sandbox.control('balance', { available: null });
  await sandbox.control('late_transactions', { seconds: 0 });
  await sandbox.skew(0);
}
