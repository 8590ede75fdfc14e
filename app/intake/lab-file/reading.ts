import type { Control } from '#app/results/control.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';

/** Something that a person confirms before it is published; `key` stands for it. */
export interface Doubt {
  readonly key: string;
  readonly text: string;
}

export function doubtOf(text: string): Doubt {
  return { key: text, text };
}

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
  readonly doubts: readonly Doubt[];
  readonly written: readonly WrittenResult[];
}

export type Reading =
  | FileReading
  | { readonly ok: false; readonly problems: readonly [FileProblem, ...FileProblem[]] };
