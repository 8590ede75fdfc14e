const ANSWER_MS = 30_000;

/** The browser's `fetch`, given up after half a minute. */
export const patientFetch: typeof fetch = (input, init) =>
  fetch(input, {
    ...init,
    signal: AbortSignal.any([
      AbortSignal.timeout(ANSWER_MS),
      ...(init?.signal ? [init.signal] : []),
    ]),
  });
