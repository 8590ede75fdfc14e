import { Counter } from 'prom-client';
import { logSeldom } from '#app/platform/log.server.ts';
import { registry } from '#app/platform/registry.server.ts';

/**
 * Notes what somebody who probes the site leaves behind: a count, and at most a line a minute in the log,
 * which names no address, no mailbox and nothing of what was sent.
 */
function noteOf<Value extends string>(
  name: string,
  help: string,
  label: string,
  values: readonly Value[],
  line: string,
) {
  const counter = new Counter({
    name: `openassay_${name}_total`,
    help,
    labelNames: [label],
    registers: [registry],
  });
  // From 0 on under each value: Prometheus sees no rise to a first one.
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (value: Value): void => {
    counter.inc({ [label]: value });
    // Whoever brings nothing to a gate may just have followed a link.
    logSeldom(value === 'sign-in' ? 'info' : 'warn', { [label]: value }, line);
  };
}

/** A mailed link, or a code after it or in its place, was not good. */
export const noteFailedSignIn = noteOf(
  'sign_ins_failed',
  'Links and codes that signed nobody in.',
  'step',
  ['link', 'app', 'recovery code', 'fresh code'],
  'a sign-in failed',
);

/** Somebody was not let in to administrators: nobody signed in, no session in force, or no factor. */
export const noteRefusedGate = noteOf(
  'gates_refused',
  'Requests for what is administrators’ that were refused, by what was missing.',
  'missing',
  ['sign-in', 'session', 'second factor'],
  'administrators’ gate refused',
);

/** A webhook came that Stripe did not sign, or whose moment is long past by this machine's clock. */
export const noteRefusedSignature = noteOf(
  'webhook_signatures_refused',
  'Webhooks that were not signed as Stripe signs them, or (old) too long ago by this clock.',
  'why',
  ['wrong', 'old'],
  'a webhook was refused by its signature',
);
