/**
 * The rule by which levels are given: limits, weights, cut-offs, body weights, and what is done with
 * what was not found. Whatever of it changes is another version, with the day from which it holds;
 * a test registers the one that it will be judged by.
 */
export const LEVEL_RULE = { version: '1', date: '2026-11-28' } as const;
