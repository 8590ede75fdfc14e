/** What came of a drill. */
export interface Drilled {
  /** Figures and sentences, for standard output. */
  found: string[];
  /** Promises that did not hold; with one of them the command exits with 1. */
  failures: string[];
}

/**
 * Rehearses what happens once in a site's life, on a site of its own. `args` are the options after its
 * name; `say` is told of progress, a line at a time.
 */
export type Drill = (args: string[], say: (line: string) => void) => Promise<Drilled>;
