import type { FileProblem } from '#app/results/samples/samples-file.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import { isControlKind, type Control } from '#app/results/control.ts';

/** What a person has said of a file where it is not plain, by the line that something begins on. */
export interface Answers {
  /** What a line is: a sample, the desk's sample of a number (`sample:2`), or a control. */
  readonly lines?: Readonly<Record<string, string>>;
  /** The unit of what states none. */
  readonly unit?: string;
}

/** Whether a text says what a line of a file is. */
export function isChoice(text: string): boolean {
  return text === 'sample' || /^sample:[1-9]\d?$/.test(text) || isControlKind(text);
}

/** Something that a person confirms before it is published; `key` stands for it. */
export interface Doubt {
  readonly key: string;
  readonly text: string;
}

/** A line of the file that names a sample or a control, for a person to say what it is. */
interface NamedLine {
  readonly line: number;
  readonly id: string;
  readonly choice: string;
}

/** What a file holds once it is read. */
export interface FileReading {
  readonly ok: true;
  readonly samples: readonly Sample[];
  readonly controls: readonly Control[];
  readonly doubts: readonly Doubt[];
  readonly named: readonly NamedLine[];
  /** Another name of a sample than its id, by id: what the client wrote on it. */
  readonly otherIds: ReadonlyMap<string, readonly string[]>;
}

export type Reading =
  | FileReading
  | {
      readonly ok: false;
      readonly problems: readonly [FileProblem, ...FileProblem[]];
      /** A unit is stated nowhere, whatever else is wrong. */
      readonly lacksUnit: boolean;
      readonly named: readonly NamedLine[];
    };

export function isSample(choice: string): boolean {
  return choice === 'sample' || choice.startsWith('sample:');
}
