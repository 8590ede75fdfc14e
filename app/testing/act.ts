import type { ActField } from './act-fields.ts';

/** Where a product's test stands, for what is offered of it. */
export interface TestState {
  isRegistered: boolean;
  /** Its results are levels: plastics. */
  hasLevels: boolean;
  /** What it can see, or must; empty of plastics. */
  seen: string;
  isBegun: boolean;
  /** Ended without results. */
  hasEnded: boolean;
  /** Ended, or published. */
  isOver: boolean;
  /** A sample is not given up. */
  isGoing: boolean;
  /** Negative: missing. */
  leftCents: number;
}

/** An act's form on the desk: in a panel with a `title`, folded below its `summary`, or both. */
interface ActPanel {
  title?: string;
  about?: string;
  summary?: string;
  submit: string;
  /** Fields that are not asked now. */
  without?: readonly string[];
}

/** What came of an act that was not refused. */
export interface ActDone {
  ok: true;
  /** It was done before, word for word: nothing is written. */
  isRepeated?: boolean;
  /** What it was done to, each with its row of the trail, where that is not the product. */
  subjects?: string[];
  /** What stood there before, as the trail has it. */
  before?: object;
  /** Of a purchase: the sample's, and whether it was the first. */
  number?: number;
  hasBegun?: boolean;
  /** Of books that were closed: what was left, and what of it the reserve took. */
  amountCents?: number;
  reserveCents?: number;
}

export interface Act<Fields = Readonly<Record<string, ActField>>> {
  /** Its name in the trail. */
  action: string;
  fields: Fields;
  /** Its own form, on one side of the desk, where it is offered. */
  panel?: (test: TestState) => ActPanel | false;
  side?: 'left' | 'right';
  /** It is never undone: whoever has a second factor gives a fresh code. */
  isWeighty?: boolean;
  command?: {
    /** What follows `testing`: its words, then a CODE, a SAMPLE, an ID, or a field by its name. */
    takes: string;
    does: string;
    /** What is left out stands as it does on the desk. */
    keepsRest?: boolean;
    done: string | ((done: ActDone) => string);
  };
}
