import type { Contributions, RefundRequest } from './contribution-schema.ts';
import { CLOSED, SESSION_OVER } from './messages.ts';

/**
 * Where a visitor is (spec §4 "Contributions lookup"): `opening` asks with the cookie of a code that
 * was given before; `erased` is the end. What is typed lives in the form itself and stays there.
 */
export interface Lookup {
  step: 'email' | 'code' | 'opening' | 'list' | 'erased';
  /** The address that a code was sent to; empty before. */
  email: string;
  /** The code was right and is used up: what is missing is the list. */
  isVerified: boolean;
  /** What is under way. */
  busy?: 'sending' | 'verifying' | 'opening' | 'closing';
  /** The visitor has come from another step, and the focus with them. */
  hasMoved: boolean;
  /** Why the last attempt failed. */
  failure?: Failure;
  /** What was typed into the form that it failed in, where no script sent it. */
  typed?: Record<string, string>;
  /** The list came by a form: its acts are forms as well, until scripts run. */
  isByForm?: boolean;
  /** Something that is no failure, such as that a code is on its way. */
  word?: string;
  found?: Contributions;
}

/** A sentence of the catalogue, and what the site said beyond it. */
export interface Failure {
  sentence: string;
  reason?: string;
}

export type LookupEvent =
  | { type: 'started'; task: NonNullable<Lookup['busy']> }
  | { type: 'failed'; failure: Failure; typed?: Record<string, string> }
  | { type: 'codeSent'; email: string; word: string }
  | { type: 'verified' }
  /** A list from before is asked for; `signedOut` where its time is over. */
  | { type: 'opening' }
  | { type: 'signedOut' }
  | { type: 'found'; found: Contributions; isByForm?: boolean }
  | { type: 'otherEmail' }
  | { type: 'expired' }
  | { type: 'closed' }
  | { type: 'refundAsked'; id: string; request: RefundRequest }
  | { type: 'erased'; word: string };

export const start: Lookup = {
  step: 'email',
  email: '',
  isVerified: false,
  hasMoved: false,
};

/** The next state. A failure never changes the step. */
export function advance(lookup: Lookup, event: LookupEvent): Lookup {
  switch (event.type) {
    case 'started':
      return { ...lookup, busy: event.task, failure: undefined, word: undefined };
    case 'failed':
      return {
        ...lookup,
        busy: undefined,
        failure: event.failure,
        typed: event.typed,
        word: undefined,
      };
    case 'codeSent':
      return { ...start, step: 'code', hasMoved: true, email: event.email, word: event.word };
    case 'verified':
      return { ...lookup, isVerified: true };
    case 'opening':
      return { ...start, step: 'opening', busy: 'opening' };
    case 'signedOut':
      return { ...start, hasMoved: lookup.hasMoved };
    case 'found':
      // A list that was open before is where the visitor already was.
      return {
        ...start,
        step: 'list',
        hasMoved: lookup.step !== 'opening',
        email: event.found.email,
        found: event.found,
        isByForm: event.isByForm,
      };
    case 'otherEmail':
      return { ...start, hasMoved: true, email: lookup.email };
    case 'expired':
      return { ...start, hasMoved: true, email: lookup.email, word: SESSION_OVER };
    case 'closed':
      return { ...start, hasMoved: true, word: CLOSED };
    case 'refundAsked':
      return { ...lookup, found: lookup.found && withRequest(lookup.found, event) };
    case 'erased':
      return { ...start, step: 'erased', hasMoved: true, word: event.word };
  }
}

function withRequest(
  found: Contributions,
  { id, request }: { id: string; request: RefundRequest },
): Contributions {
  return {
    ...found,
    contributions: found.contributions.map((one) =>
      one.id === id ? { ...one, refund_request: request, can_request_refund: false } : one,
    ),
  };
}
