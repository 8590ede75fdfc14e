import type { Failure } from './lookup.ts';
import * as messages from './messages.ts';
import { ask } from '#app/platform/http/ask.ts';

/** The longest that the list stays open (spec §9). */
const SESSION_MS = 30 * 60_000;

/** Gives a code back: undefined where it is right. Each way to fail has its sentence (spec §8 "Code check"). */
export async function giveCode(email: string, code: string): Promise<Failure | undefined> {
  const asked = await ask('post /api/verify-contribution-code', {
    body: { check_email: email, check_code: code },
  });
  const isValid = asked.ok ? asked.body.valid : undefined;
  if (isValid) return undefined;
  return codeFailure(asked.ok ? 200 : asked.status, isValid, asked.ok ? undefined : asked.said);
}

/** Why a code opened nothing, given the answer's status and what it said. */
export function codeFailure(status?: number, isValid?: boolean, reason?: string): Failure {
  if (status !== 200) return { sentence: messages.VERIFYING_BROKE, reason };
  return { sentence: isValid === false ? messages.CODE_INVALID : messages.VERIFYING_FAILED };
}

/**
 * The list of whoever gave a code in this browser. How long it stays open is reckoned by the
 * server's own clock, since the visitor's may be wrong.
 */
export async function fetchContributions() {
  const asked = await ask('get /api/contributions', {});
  if (!asked.ok) return asked;
  const left = Date.parse(asked.body.expires_at) - Date.parse(asked.date ?? '');
  return { ...asked, closesInMs: left > 0 && left < SESSION_MS ? left : SESSION_MS };
}
