import type { Operation, Plan } from './plan.ts';
import type { Pair } from './pair.ts';
import type { Person } from './person.ts';
import type { SandboxProcess } from './sandbox-process.ts';

/**
 * How something ended. `refused`: for a reason that a person would be told, a product that others
 * have funded meanwhile, say. `failed`: it was not brought to an end in spite of trying again.
 */
export type Outcome = 'succeeded' | 'refused' | 'failed';

/** All that a run works on. */
export interface World {
  plan: Plan;
  pair: Pair;
  sandbox: SandboxProcess;
  /** The catalogue's code of each product of the plan. */
  productIds: number[];
  tally: Tally;
  /** What must never be seen, as soon as it is seen. */
  problems: string[];
}

/** Operations by kind and outcome. */
export class Tally {
  readonly counts = new Map<Operation['does'], Record<Outcome, number>>();
  /** Why operations failed, for whoever looks into a run. */
  readonly reasons = new Map<string, number>();

  add(does: Operation['does'], outcome: Outcome, why?: string): void {
    const counts = this.counts.get(does) ?? { succeeded: 0, refused: 0, failed: 0 };
    counts[outcome] += 1;
    this.counts.set(does, counts);
    if (!why) return;
    const reason = `${does} ${outcome}: ${why.slice(0, 120)}`;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  total(outcome?: Outcome): number {
    return [...this.counts.values()].reduce(
      (sum, one) => sum + (outcome ? one[outcome] : one.succeeded + one.refused + one.failed),
      0,
    );
  }
}

/** One of the concurrent visitors, with what came of their steps so far. */
export interface Visitor {
  person: Person;
  /** Sessions paid by card, for refunds and disputes to choose from. */
  bought: string[];
  /** Sessions of monthly donations. */
  subscribed: string[];
  /** Disputes at Stripe that are open, and that are not. */
  disputes: string[];
  decided: string[];
}

/** Ends an operation that cannot be done, with what a person would be told. */
export class Refused extends Error {}
