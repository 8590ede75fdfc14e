import type { Clock } from './clock.ts';
import type { StripeEvent } from './objects.ts';
import type { Params } from '#sandbox/stripe/api/params.ts';
import type { Store } from './store.ts';

/** One call of the API and its answer, as sent. */
type Exchange = {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  body: unknown;
};

export type SandboxOptions = {
  /** 0 takes a free one. */
  port: number;
  /** Path of the SQLite file, or ':memory:'. */
  stateFile: string;
  /** What callers must send as their key; never a live one. */
  secretKey: string;
  /** What webhooks are signed with. */
  webhookSecret: string;
  /** Processes of one receiver: each event goes to one of them, in turn, the next one on failure. */
  webhookUrls: string[];
  /** Event types that are delivered; `x.*` means each type that begins so. */
  webhookEvents?: string[];
  /** Waiting time before each further attempt; the last one repeats. */
  retryDelaysMs?: number[];
  /** Where a browser reaches the hosted page; the sandbox's own address if not given. */
  publicUrl?: string;
  /** Seconds until a bank payment settles by itself. */
  settlementDelayS?: number;
  /** Sees every answer of the API. */
  onExchange?: (exchange: Exchange) => void;
  /** Sees every event once it is stored. */
  onEvent?: (event: StripeEvent) => void;
};

/** Who caused an event: the API request in hand, or nobody (the hosted page, the clock). */
type Cause = { id: string | null; idempotency_key: string | null };

/** What every handler works on. */
export type Sandbox = {
  options: Required<Omit<SandboxOptions, 'onExchange' | 'onEvent' | 'port'>> &
    Pick<SandboxOptions, 'onExchange' | 'onEvent'>;
  store: Store;
  clock: Clock;
  /** Set by the router around each handler, which is synchronous, and read when events arise. */
  cause: Cause | null;
  /** Tells the deliverer that there may be something to deliver. */
  wakeDeliverer: () => void;
};

/** One call of the API, its parameters already checked against the schema. */
export type SandboxCall = {
  sandbox: Sandbox;
  path: string;
  /** The id in the path, or ''. */
  id: string;
  params: Params;
};
