import type { Control } from '#app/results/control.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';

/** One result of a sample as the file has it, in the unit of its line. */
export interface WrittenResult {
  /** The sample's name in the file. */
  readonly sample: string;
  readonly key: ChemicalKey;
  readonly text: string;
  readonly unit: string;
}

/** What a file holds once it is read. */
export interface FileReading {
  readonly ok: true;
  readonly samples: readonly Sample[];
  readonly controls: readonly Control[];
  /** What a person confirms before it is published, a sentence each. */
  readonly doubts: readonly string[];
  readonly written: readonly WrittenResult[];
}

export type Reading =
  | FileReading
  | { readonly ok: false; readonly problems: readonly [FileProblem, ...FileProblem[]] };
