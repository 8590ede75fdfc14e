import { Counter } from 'prom-client';
import { logSeldom } from '#app/platform/log.server.ts';
import { registry } from '#app/platform/registry.server.ts';

/** Counts from 0 on under each value of its label: Prometheus sees no rise to a first value. */
function counter<Label extends string>(
  name: string,
  help: string,
  label: Label,
  values: readonly string[],
) {
  const made = new Counter({
    name: `openassay_${name}_total`,
    help,
    labelNames: [label],
    registers: [registry],
  });
  for (const value of values) made.inc({ [label]: value } as Record<Label, string>, 0);
  return made;
}

const STEPS = ['link', 'app', 'recovery code', 'fresh code'] as const;
const MISSING = ['sign-in', 'session', 'second factor'] as const;
const WHY = ['wrong', 'old'] as const;

const signInsFailed = counter(
  'sign_ins_failed',
  'Links and codes that signed nobody in.',
  'step',
  STEPS,
);
const gatesRefused = counter(
  'gates_refused',
  'Requests for what is administrators’ that were refused, by what was missing.',
  'missing',
  MISSING,
);
const signaturesRefused = counter(
  'webhook_signatures_refused',
  'Webhooks that were not signed as Stripe signs them, or (old) too long ago by this clock.',
  'why',
  WHY,
);

/*
 * What somebody who probes the site leaves behind: a count, and at most a line a minute in the log, which
 * names no address, no mailbox and nothing of what was sent.
 */

/** A mailed link, or a code after it or in its place, was not good. */
export function noteFailedSignIn(step: (typeof STEPS)[number]): void {
  signInsFailed.inc({ step });
  logSeldom('warn', { step }, 'a sign-in failed');
}

/** Somebody was not let in to administrators: nobody signed in, no session in force, or no factor. */
export function noteRefusedGate(missing: (typeof MISSING)[number]): void {
  gatesRefused.inc({ missing });
  // Whoever brings nothing may just have followed a link.
  const level = missing === 'sign-in' ? 'info' : 'warn';
  logSeldom(level, { missing }, 'administrators’ gate refused');
}

/** A webhook came that Stripe did not sign, or whose moment is long past by this machine's clock. */
export function noteRefusedSignature(why: (typeof WHY)[number]): void {
  signaturesRefused.inc({ why });
  logSeldom('warn', { why }, 'a webhook was refused by its signature');
}
