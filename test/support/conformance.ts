import { expect } from 'vitest';
import { checkEvent, checkResponse } from '#sandbox/stripe/api/conformance.ts';
import type { SandboxOptions } from '#sandbox/stripe/sandbox.ts';

/** Holds every answer and event of a sandbox against Stripe's schema; `expectNone` at the end. */
export function watchConformance() {
  const violations: string[] = [];
  const options: Pick<SandboxOptions, 'onExchange' | 'onEvent'> = {
    onExchange({ method, path, status, body }) {
      violations.push(...checkResponse(method, path, status, body));
    },
    onEvent(event) {
      violations.push(...checkEvent(event));
    },
  };
  return {
    options,
    expectNone() {
      expect(violations).toEqual([]);
    },
  };
}
