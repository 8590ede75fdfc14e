import { createContext } from 'react';
import type { Contributions } from './contribution-schema.ts';

/**
 * Where a visitor is, as the page's action answers it: `opening` is a
 * list that could not be read; `erased` is the end.
 */
export interface Lookup {
  step: 'email' | 'code' | 'opening' | 'list' | 'erased';
  /** The address that a code was sent to; empty before. */
  email: string;
  /** Why the last attempt failed. */
  failure?: Failure | undefined;
  /** What was typed into the form that failed. */
  typed?: Record<string, string> | undefined;
  /** Something that is no failure, such as that a code is on its way. */
  word?: string | undefined;
  found?: Contributions | undefined;
  /** Beside the list. */
  notices?: RefundNotice[];
  /** How long the list stays open, in milliseconds by the server's clock. */
  closesInMs?: number | undefined;
}

/** A letter about a refund, in plain text. */
export interface RefundNotice {
  id: string;
  /** When it was written, in ISO 8601. */
  at: string;
  subject: string;
  text: string;
  /** It was not sent, or could not be delivered. */
  cameBack: boolean;
}

/** A sentence of the catalogue, and what the site said beyond it. */
export interface Failure {
  sentence: string;
  reason?: string | undefined;
}

export const start: Lookup = { step: 'email', email: '' };

/** Where the visitor is, for the forms beside the list. */
export const LookupContext = createContext(start);
